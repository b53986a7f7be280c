import { useState } from 'react'
import { fitView } from './map-view.ts'
import { countryPlaces, worldOutline, worldSize } from './world.ts'
import styles from './world-map.module.css'

interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  readonly value: number
  /** What is said of it, such as `Germany: 612 clicks, 51%`. */
  readonly text: string
}

/** The radius of the largest dot on the whole world, and of the smallest one. The area of a dot shows the value. */
const [maxRadius, minRadius] = [24, 4]

interface WorldMapProps {
  readonly countries: readonly Country[]
  readonly hint: string
  readonly onChoose: (code: string) => void
}

/** The part of the world that was clicked, with dots on the countries, for the eyes only: the list beside it says the same. */
// biome-ignore lint/style/noDefaultExport: React loads the map, with its outline, by its default export.
export default function WorldMap({ countries, hint, onChoose }: WorldMapProps) {
  const [active, setActive] = useState<string | null>(null)
  const located = countries.flatMap((country) => {
    const place = countryPlaces.get(country.code)
    return place ? [{ ...country, place }] : []
  })
  const { x: left, y: top, width, height } = fitView(located.map(({ place }) => place))
  // Dots and their edges are as large on a part of the world as on the whole.
  const scale = width / worldSize.width
  const most = Math.max(1, ...located.map(({ value }) => value))
  return (
    <div className={styles.map} aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: It is hidden from screen readers. */}
      <svg viewBox={`${left} ${top} ${width} ${height}`} onPointerLeave={() => setActive(null)}>
        <path d={worldOutline} />
        {located.map(({ code, value, place: [x, y] }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: The list beside the map has a button for each country.
          <circle
            key={code}
            cx={x}
            cy={y}
            r={scale * Math.max(minRadius, maxRadius * Math.sqrt(value / most))}
            onPointerEnter={() => setActive(code)}
            onClick={() => onChoose(code)}
            data-active={code === active || undefined}
          />
        ))}
      </svg>
      <p>{located.find(({ code }) => code === active)?.text ?? hint}</p>
    </div>
  )
}
