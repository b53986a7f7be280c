type DataValue = string | number | DataMap | readonly DataMap[]

export interface DataMap {
  readonly [key: string]: DataValue
}

/** The smallest file of https://maxmind.github.io/MaxMind-DB/: one node, and both its branches lead to the record. It
 * covers IPv4 only. */
export function createPlaceDatabase(record: DataMap): Buffer {
  const branch = [0, 0, 1 + 16]
  const metadata = {
    binary_format_major_version: 2,
    build_epoch: 0,
    database_type: 'Test',
    ip_version: 4,
    node_count: 1,
    record_size: 24,
  }
  return Buffer.concat([
    Buffer.from([...branch, ...branch]),
    Buffer.alloc(16),
    encode(record),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode(metadata),
  ])
}

/**
 * The first byte of a value is its type (2 text, 6 number, 7 map) in three bits and its size in five; a list has type 0
 * there and 11 - 7 in the next byte.
 */
function encode(value: DataValue): Buffer {
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)])
  if (typeof value === 'number') return Buffer.from([(6 << 5) | 1, value])
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([(2 << 5) | Buffer.byteLength(value)]), Buffer.from(value)])
  const entries = Object.entries(value)
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, inner]) => [encode(key), encode(inner)]),
  ])
}
