/** The size of the map, in units of its drawing. It ends south of Cape Horn, so that no space is lost to Antarctica. */
export const mapSize = { width: 800, height: 350 } as const

/** Half of the width of the projection, in radians at the equator. */
const halfWidth = 2.706_63

const scale = mapSize.width / (2 * halfWidth)

/** The distance of the equator from the top. */
const equator = 194

const [a1, a2, a3, a4] = [1.340_264, -0.081_106, 0.000_893, 0.003_796]
const m = Math.sqrt(3) / 2

/**
 * The position of a coordinate on the map, in the Equal Earth projection (Šavrič, Patterson, Jenny, 2018): countries
 * have their true relative size.
 */
export function projectOnMap(longitude: number, latitude: number): readonly [x: number, y: number] {
  const radians = Math.PI / 180
  const angle = Math.asin(m * Math.sin(latitude * radians))
  const square = angle * angle
  const sixth = square ** 3
  const x = (longitude * radians * Math.cos(angle)) / (m * (a1 + 3 * a2 * square + sixth * (7 * a3 + 9 * a4 * square)))
  const y = angle * (a1 + a2 * square + sixth * (a3 + a4 * square))
  return [mapSize.width / 2 + x * scale, equator - y * scale]
}
