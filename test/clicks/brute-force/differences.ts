/** Where an answer differs from the expected one: paths with both values. */
export function findDifferences(expected: unknown, answer: unknown, path = ''): string[] {
  if (Object.is(expected, answer)) return []
  if (!isTree(expected) || !isTree(answer)) {
    return [`${path || 'the answer'}: expected ${toText(expected)}, got ${toText(answer)}`]
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(answer)])
  return [...keys].flatMap((key) => findDifferences(expected[key], answer[key], path ? `${path}.${key}` : key))
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const toText = (value: unknown) => JSON.stringify(value)?.slice(0, 200) ?? 'nothing'
