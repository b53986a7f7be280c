/** Enough for ten rows of nearly every file, in bytes. */
const headBytes = 64 * 1024

interface FileHead {
  /** Null for bytes that are no text. */
  readonly content: string | null
  readonly isWhole: boolean
}

/** The text at the beginning of a file, in the encodings that imports read. */
export async function readHead(file: File): Promise<FileHead> {
  const isWhole = file.size <= headBytes
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  try {
    // The last sign may be cut off.
    const content = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes, { stream: !isWhole })
    return { content, isWhole }
  } catch {
    return { content: null, isWhole }
  }
}

/** Excel saves Unicode text as UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
