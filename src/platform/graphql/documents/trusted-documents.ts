import { readFile } from 'node:fs/promises'
import { parse } from 'graphql'
import { z } from 'zod'
import { InvalidSetting } from '../../../config.ts'

const documentsById = z.record(z.string(), z.string())

/**
 * The only documents that callers may run, from a file that their applications are built with: a JSON object of documents
 * by id, such as `persisted-documents.json` of graphql-codegen.
 */
export class TrustedDocuments {
  private readonly documents: ReadonlySet<string>

  constructor(private readonly byId: ReadonlyMap<string, string>) {
    this.documents = new Set(byId.values())
  }

  /** Throws `InvalidSetting` for a file that cannot be read, is not such an object, or has a document with a syntax error. */
  static async read(file: string): Promise<TrustedDocuments> {
    const text = await readFile(file, 'utf8').catch(() => {
      throw invalidFile('cannot be read')
    })
    const parsed = documentsById.safeParse(parseJson(text))
    if (!parsed.success) throw invalidFile('is no JSON object of texts')
    for (const [id, document] of Object.entries(parsed.data)) {
      if (!isDocument(document)) throw invalidFile(`has a document with a syntax error (${id})`)
    }
    return new TrustedDocuments(new Map(Object.entries(parsed.data)))
  }

  /** The document that a request sends as text, or names by its id; undefined for any other. */
  find(text: string | null | undefined, id: unknown): string | undefined {
    if (text) return this.documents.has(text) ? text : undefined
    if (typeof id !== 'string') return undefined
    // Tools list a document by its bare hash or with the prefix of the specification, and clients name it in either form.
    const hash = id.replace(/^sha256:/, '')
    return this.byId.get(id) ?? this.byId.get(hash) ?? this.byId.get(`sha256:${hash}`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isDocument(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

function invalidFile(reason: string): InvalidSetting {
  return new InvalidSetting(
    `TRUSTED_DOCUMENTS names a file that ${reason}; it accepts a JSON object of GraphQL documents by id.`,
  )
}
