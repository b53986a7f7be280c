import { worldSize } from './world.ts'

/** The part of the map that is shown, in its units. */
export interface MapView {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The width of the smallest part: a continent, in which the outline is not too coarse. */
const minWidth = 240

/** What stays free around the places, for their dots and the coasts that tell where they are. */
const room = 36

const ratio = worldSize.height / worldSize.width

/** The smallest part of the world with all places, in its proportions. The whole world for none. */
export function fitView(places: readonly (readonly [x: number, y: number])[]): MapView {
  if (places.length === 0) return { x: 0, y: 0, ...worldSize }
  const [left, right] = rangeOf(places.map(([x]) => x))
  const [top, bottom] = rangeOf(places.map(([, y]) => y))
  const needed = Math.max(minWidth, right - left + 2 * room, (bottom - top + 2 * room) / ratio)
  const width = Math.min(needed, worldSize.width)
  const height = width * ratio
  return {
    x: startOf((left + right) / 2, width, worldSize.width),
    y: startOf((top + bottom) / 2, height, worldSize.height),
    width,
    height,
  }
}

function rangeOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

/** Where a part begins that has its middle here, as far as the world allows it. */
function startOf(middle: number, length: number, whole: number): number {
  return Math.min(Math.max(0, middle - length / 2), whole - length)
}
