/** How far browsers look for a declaration of the encoding, in bytes (HTML, 13.2.3.2). */
const declarationLength = 1024

/**
 * Decodes the beginning of a page: by its byte order mark, the header `Content-Type`, or its own declaration, in this
 * order. A page without any of these is read as UTF-8 if its bytes are valid UTF-8, and otherwise in the encoding that
 * browsers assume.
 */
export function decodePage(bytes: Buffer, contentType: string): string {
  for (const charset of [findByteOrderMark(bytes), findCharset(contentType), findDeclaration(bytes)]) {
    const decoder = charset && createDecoder(charset)
    if (decoder) return decoder.decode(bytes)
  }
  try {
    // Decoded as a stream, because the last character may be cut off.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function findByteOrderMark(bytes: Buffer): string | undefined {
  const marks = { efbbbf: 'utf-8', feff: 'utf-16be', fffe: 'utf-16le' }
  const start = bytes.subarray(0, 3).toString('hex')
  return Object.entries(marks).find(([mark]) => start.startsWith(mark))?.[1]
}

function findCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]
}

/**
 * The encoding that `<meta>` or the XML declaration names. It cannot be UTF-16, because this function could not read
 * the declaration in UTF-16.
 */
function findDeclaration(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, declarationLength)
  const [, charset] =
    /<meta\s[^<>]*?\bcharset\s*=[\s"']*([\w.:-]+)/i.exec(start) ??
    /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(start) ??
    []
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

/** Undefined for an encoding that does not exist, or that browsers refuse to read. */
function createDecoder(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}
