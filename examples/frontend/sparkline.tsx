const width = 112
const height = 24

/** The clicks of each day as a line. */
export function Sparkline({ clicks }: { clicks: readonly number[] }) {
  const highest = Math.max(...clicks, 1)
  const step = width / Math.max(clicks.length - 1, 1)
  const points = clicks.map((count, day) => `${day * step},${height - 1 - (count / highest) * (height - 2)}`)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Clicks of each day: ${clicks.join(', ')}`}>
      <polyline points={points.join(' ')} />
    </svg>
  )
}
