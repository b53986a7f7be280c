import { line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatShortNumber } from '../../texts/formats.ts'
import styles from './time-line.module.css'
import { useWidth } from './use-width.ts'

export interface TimePoint {
  readonly key: string
  /** The name on the axis. */
  readonly name: string
  readonly value: number
  /** The value of the period before; null for none. */
  readonly before: number | null
  /** Whether a part of it is missing, as it has not ended. */
  readonly isPartial: boolean
  /** What is shown for it, the first line as a heading. */
  readonly lines: readonly string[]
}

interface TimeLineProps {
  readonly label: string
  readonly points: readonly TimePoint[]
  /** Clicks have the accent, everything else is grey. */
  readonly isAccented: boolean
  readonly onChoose?: (index: number) => void
}

const height = 240
const margin = { top: 12, right: 8, bottom: 28, left: 44 }
const bottom = height - margin.bottom
const maxTicks = 6
/** At least this many pixels for a name on the axis. */
const nameWidth = 84

/** Bars from zero, and the period before as a thin line. One bar at a time says more: by pointer, touch or arrow keys. */
export function TimeLine({ label, points, isAccented, onChoose }: TimeLineProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<number | null>(null)
  const most = Math.max(1, ...points.flatMap(({ value, before }) => [value, before ?? 0]))
  const ticks = ticksTo(most)
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - margin.top)
  const step = Math.max(1, (width - margin.left - margin.right) / Math.max(1, points.length))
  const left = (index: number) => margin.left + index * step
  const gap = step > 8 ? Math.min(6, step * 0.2) : step > 3 ? 1 : 0
  const every = Math.ceil(points.length / Math.max(1, Math.min(6, Math.floor((width - margin.left) / nameWidth))))
  const indexAt = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left
    return Math.max(0, Math.min(points.length - 1, Math.floor(x / step)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveBy(event.key, active ?? points.length, points.length)
    if (event.key === 'Enter' && active !== null) onChoose?.(active)
    if (next === null) return
    event.preventDefault()
    setActive(next)
  }
  const shown = active === null ? undefined : points[active]
  const ofBefore = line<TimePoint>()
    // Half a day would fall to the ground and say nothing.
    .defined(({ before, isPartial }) => before !== null && !isPartial)
    .x((_, index) => left(index) + step / 2)
    .y(({ before }) => y(before ?? 0))
  return (
    <div
      ref={ref}
      className={styles.chart}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={active ?? Math.max(0, points.length - 1)}
      aria-valuetext={(shown ?? points.at(-1))?.lines.join(', ') ?? ''}
      onPointerMove={(event) => setActive(indexAt(event))}
      onPointerDown={(event) => setActive(indexAt(event))}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
      onClick={() => active !== null && onChoose?.(active)}
      onKeyDown={onKeyDown}
      onBlur={() => setActive(null)}
      data-choosable={onChoose ? true : undefined}
    >
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          data-accented={isAccented || undefined}
        >
          <defs>
            <pattern id="partial" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2.500" height="5" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick} className={styles.tick}>
              <line
                x1={margin.left}
                x2={width - margin.right}
                y1={y(tick)}
                y2={y(tick)}
                data-zero={tick === 0 || undefined}
              />
              <text x={margin.left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                {formatShortNumber(tick)}
              </text>
            </g>
          ))}
          {points.map(({ key, value, isPartial }, index) => (
            <rect
              key={key}
              className={styles.bar}
              x={left(index) + gap / 2}
              width={Math.max(1, step - gap)}
              y={value > 0 ? Math.min(y(value), bottom - 1.5) : bottom}
              height={value > 0 ? Math.max(1.5, bottom - y(value)) : 0}
              data-active={index === active || undefined}
              data-partial={isPartial || undefined}
            />
          ))}
          <path className={styles.before} d={ofBefore(points) ?? ''} />
          {points.map(
            ({ key, name }, index) =>
              (points.length - 1 - index) % every === 0 && (
                <text
                  key={key}
                  className={styles.name}
                  x={left(index) + step / 2}
                  y={height - 8}
                  textAnchor={anchorOf(index, points.length)}
                >
                  {name}
                </text>
              ),
          )}
        </svg>
      )}
      {shown && active !== null && (
        <div
          className={styles.reading}
          style={{ left: Math.max(0, Math.min(width - 196, left(active) + step / 2 - 98)) }}
        >
          {shown.lines.map((text, index) => (index === 0 ? <b key={text}>{text}</b> : <span key={text}>{text}</span>))}
        </div>
      )}
    </div>
  )
}

/** Whole, round numbers from zero to above `most`, which is at least 1: as many as fit. */
function ticksTo(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = [0.2, 0.5, 1, 2].map((factor) => Math.max(1, factor * power))
  const step = steps.find((each) => most / each <= maxTicks - 1) ?? most
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

/** A name at the right edge would be cut. */
function anchorOf(index: number, count: number): 'middle' | 'end' {
  return index === count - 1 && count > 12 ? 'end' : 'middle'
}

/** Where an arrow key leads in a row of `count`. Null for other keys. */
export function moveBy(key: string, from: number, count: number, columns = 1): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? null : Math.max(0, Math.min(count - 1, from + step))
}
