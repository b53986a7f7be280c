import styles from './skeleton.module.css'

/** Grey lines in the size of what comes. Shown after 300 ms, because most answers are faster. */
export function Skeleton({ lines, height = 64 }: { readonly lines: number; readonly height?: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Lines without an identity.
        <div key={index} style={{ height }} />
      ))}
    </div>
  )
}

export function ScreenSkeleton() {
  return <Skeleton lines={6} />
}
