import styles from './sparkline.module.css'

const width = 96
const height = 24

/** Clicks a day as small bars from zero, the last day accented. Words beside it say the same. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const step = width / values.length
  return (
    <svg className={styles.sparkline} width={width} height={height} aria-hidden="true">
      {values.map((value, index) => {
        const length = value === 0 ? 1 : Math.max(2, (value / most) * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: A day is known by its place.
            key={index}
            x={index * step + 0.5}
            y={height - length}
            width={step - 1}
            height={length}
            data-last={index === values.length - 1 || undefined}
          />
        )
      })}
    </svg>
  )
}
