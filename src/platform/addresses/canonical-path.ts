/** A path in the form in which the block list compares it. */
export interface CanonicalPath {
  readonly segments: readonly string[]
  /**
   * The paths that a server passes when it follows each `..` in turn: for `a/b/../../c`, the paths `a`, `a/b` and then
   * `c`. A server that does not decode `..%2f` stays below the first path.
   */
  readonly passed: readonly string[]
}

/** How many layers of encoding are removed. Few servers decode twice, and no server decodes this often. */
const maxDecodings = 20

/**
 * Many spellings of a path reach one page: servers ignore case, empty segments, `;parameters`, and dots and spaces at
 * the end of a name, and some decode `%2f`, decode twice, or read a backslash as a slash. All spellings have one form
 * here, so a few different paths are treated alike. A canonical path is its own canonical path.
 */
export function toCanonicalPath(pathname: string, maxPassed: number): CanonicalPath {
  const segments: string[] = []
  const passed: string[] = []
  for (const part of decodeRepeatedly(pathname).split(/[/\\]/)) {
    // Parameters first: some servers read `..;x` as `..`.
    const name = part.replace(/;.*/su, '').trim().toLowerCase()
    // The lookbehind keeps the time linear: without it, the expression begins again at each dot.
    const segment = name.replace(/(?<![.\s])[.\s]+$/, '')
    if (name === '..') segments.pop()
    else if (segment !== '') segments.push(encodeURIComponent(segment))
    if (passed.length < maxPassed && segments.length > 0) passed.push(segments.join('/'))
  }
  return { segments, passed }
}

/** Decodes until nothing changes, because what is removed may leave another encoding behind. */
function decodeRepeatedly(text: string): string {
  let decoded = text
  for (let round = 0; round < maxDecodings; round++) {
    const next = decoded
      .replace(/%(?:25)+/g, '%')
      .replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes)
      .normalize('NFKC')
      .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

/** Bytes that are not UTF-8 become U+FFFD. */
export function decodeBytes(encoded: string): string {
  return Buffer.from(encoded.replaceAll('%', ''), 'hex').toString()
}
