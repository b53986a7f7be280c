/**
 * `npm run map` draws the land of the world for the pages of shared statistics, and writes it to
 * `src/modules/statistics/shared-stats/page/world-outline.ts`, and to `console/ui/charts/world.ts` with the positions of
 * the countries. The shapes come from Natural Earth at 1:110,000,000 (public domain),
 * as the package `world-atlas` has them: a TopoJSON file, whose rings are put together from shared arcs.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { mapSize, projectOnMap } from '../src/modules/statistics/shared-stats/page/map-projection.ts'
import { findCoordinates } from '../src/modules/visits/clicks/country-coordinates.ts'

type Position = readonly [number, number]

interface Topology {
  readonly transform: { readonly scale: Position; readonly translate: Position }
  /** Each position is relative to the one before it. */
  readonly arcs: readonly (readonly Position[])[]
  readonly objects: { readonly land: { readonly geometries: readonly { readonly arcs: readonly number[][][] }[] } }
}

/** Land in the south of this latitude is left out: it is Antarctica. */
const southernmost = -60

const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json')
const topology: Topology = JSON.parse(await readFile(file, 'utf8'))
const { scale, translate } = topology.transform

const arcs = topology.arcs.map((arc) => {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]): Position => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
})

/** A negative index is an arc in the opposite direction. Each arc begins where the one before it has ended. */
function joinArcs(indexes: readonly number[]): Position[] {
  return indexes.flatMap((index) => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])).slice(1))
}

/** The part of a ring on one side of a meridian (Sutherland, Hodgman, 1974). */
function clipAt(edge: -180 | 180, ring: readonly Position[]): Position[] {
  const isInside = ([longitude]: Position) => (edge < 0 ? longitude >= edge : longitude <= edge)
  return ring.flatMap((position, index): Position[] => {
    const before = ring.at(index - 1) as Position
    const inside = isInside(position) ? [position] : []
    if (isInside(before) === isInside(position)) return inside
    const share = (edge - before[0]) / (position[0] - before[0])
    return [[edge, before[1] + share * (position[1] - before[1])], ...inside]
  })
}

/** The parts of a ring that crosses the 180th meridian, at both edges of the map. */
function splitAtEdges(ring: readonly Position[]): Position[][] {
  let turns = 0
  const unrolled = ring.map(([longitude, latitude], index): Position => {
    const step = longitude - (ring[index - 1]?.[0] ?? longitude)
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [longitude + 360 * turns, latitude]
  })
  const shifted = [-360, 0, 360].map((shift) =>
    unrolled.map(([longitude, latitude]): Position => [longitude + shift, latitude]),
  )
  return shifted.map((each) => clipAt(180, clipAt(-180, each))).filter((each) => each.length > 0)
}

/** A ring as a path in whole units, without points that fall together; null for one that is too small to see. */
function drawRing(ring: readonly Position[]): string | null {
  const points: Position[] = []
  for (const [longitude, latitude] of ring) {
    const [x, y] = projectOnMap(longitude, latitude).map(Math.round) as [number, number]
    const last = points.at(-1)
    if (!last || last[0] !== x || last[1] !== y) points.push([x, y])
  }
  if (points.length < 4 || new Set(points.map(([x]) => x)).size < 2) return null
  const steps = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] as Position
    return `${x - fromX} ${y - fromY}`
  })
  return `M${points[0]?.join(' ')}l${steps.join(' ')}z`.replaceAll(' -', '-')
}

const rings = topology.objects.land.geometries.flatMap((geometry) => geometry.arcs.flat()).map(joinArcs)
const path = rings
  .filter((ring) => ring.some(([, latitude]) => latitude > southernmost))
  .flatMap(splitAtEdges)
  .map(drawRing)
  .filter((each) => each !== null)
  .join('')

await writeFile(
  'src/modules/statistics/shared-stats/page/world-outline.ts',
  `/** The land of the world as an SVG path, drawn by \`npm run map\` from Natural Earth (public domain). */
export const worldOutline =
  '${path}'
`,
)

/** Each country with land, as `DE` and its position on the map. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => first + second))
const places = codes.flatMap((code) => {
  const coordinates = findCoordinates(code)
  return coordinates ? [[code, ...projectOnMap(...coordinates).map(Math.round)].join(' ')] : []
})

await writeFile(
  'console/ui/charts/world.ts',
  `// Drawn by \`npm run map\` from Natural Earth (public domain), in the Equal Earth projection. Do not edit.
export const worldSize = { width: ${mapSize.width}, height: ${mapSize.height} } as const

/** The land as an SVG path. */
export const worldOutline =
  '${path}'

/** The position of each country by its ISO 3166-1 code. */
export const countryPlaces: ReadonlyMap<string, readonly [x: number, y: number]> = new Map(
  '${places.join(',')}'
    .split(',')
    .map((place) => {
      const [code = '', x, y] = place.split(' ')
      return [code, [Number(x), Number(y)]]
    }),
)
`,
)
