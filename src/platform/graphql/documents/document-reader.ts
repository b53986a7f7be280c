import { createHash } from 'node:crypto'
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { beginWork } from '../../shared/event-loop/loop-watchdog.ts'
import { enterTurn } from '../../shared/event-loop/turn-queue.ts'
import { chargeRejected, invalidOperationError } from '../operation-admission.ts'
import type { RequestContext } from '../request-context.ts'
import type { Quota } from '../request-limits.ts'
import { DocumentNotTrusted } from './document.errors.ts'
import { findLimitError, maxDocumentLength } from './document-limits.ts'
import { limitIntrospection, rejectIntrospection } from './introspection-rule.ts'
import { badRequest, type OperationRequest } from './operation-request.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

export interface DocumentReaderOptions {
  readonly schema: GraphQLSchema
  readonly quota: Quota
  /** Whether callers may read the schema by `__schema` and `__type`. */
  readonly allowsIntrospection: boolean
  /** The only documents that run; undefined for all. */
  readonly trustedDocuments?: TrustedDocuments | undefined
}

/** A document that may run: within all limits, and valid for the schema. */
export interface ReadDocument {
  readonly text: string
  readonly document: DocumentNode
}

const maxTokens = 1000

/** How many valid documents are kept, and about how much memory they take in all. A syntax tree has 400 bytes a token. */
const maxDocuments = 2_000
const maxBytes = 32 * 1024 * 1024
const bytesPerToken = 400

/** Most of the work of an invalid document is to compare its names with the names of the schema. */
const maxErrors = 5

/** Finds, parses and checks the documents of callers, each once while it is used. */
export class DocumentReader {
  /** By the SHA-256 of the text, in hexadecimal. */
  private readonly documents = new LRUCache<string, ReadDocument>({
    max: maxDocuments,
    maxSize: maxBytes,
    sizeCalculation: ({ text, document }) => 2 * text.length + bytesPerToken * (document.tokenCount ?? maxTokens),
  })

  constructor(private readonly options: DocumentReaderOptions) {}

  /** A document that was read, by its SHA-256. */
  find(hash: string): DocumentNode | undefined {
    return this.documents.get(hash)?.document
  }

  /**
   * The document that a request has, or names by the hash of one that was read (automatic persisted queries). Throws
   * `DocumentNotTrusted`, an `AggregateError` of all mistakes in a document, and a `GraphQLError` for everything else. A document
   * that is refused after it was parsed is charged.
   */
  async read(request: OperationRequest, context: RequestContext): Promise<ReadDocument> {
    const { text, hash } = this.findText(request)
    const known = this.documents.get(hash)
    if (known) return known
    await enterTurn(context.request.address)
    beginWork('GraphQL: reading a document')
    const document = parseDocument(text)
    const errors = this.findErrors(document)
    if (errors.length > 0) {
      await chargeRejected(document, context, this.options.quota)
      throw new AggregateError(errors)
    }
    const read: ReadDocument = { text, document }
    this.documents.set(hash, read)
    return read
  }

  private findText({ query, documentId, extensions }: OperationRequest): { text: string; hash: string } {
    const { trustedDocuments } = this.options
    const { version, sha256Hash } = (extensions?.persistedQuery ?? {}) as { version?: unknown; sha256Hash?: unknown }
    if (trustedDocuments) {
      const trusted = trustedDocuments.find(query, documentId ?? sha256Hash)
      if (trusted === undefined) throw new DocumentNotTrusted()
      return { text: trusted, hash: hashOf(trusted) }
    }
    if ((query?.length ?? 0) > maxDocumentLength)
      throw invalidOperationError(
        `The document is longer than ${maxDocumentLength} characters. Send long texts as variables.`,
      )
    const isPersisted = Boolean(extensions?.persistedQuery)
    if (isPersisted && version !== 1) throw badRequest('Unsupported persisted query version')
    if (query) {
      const hash = hashOf(query)
      if (isPersisted && hash !== sha256Hash)
        throw documentError('PERSISTED_QUERY_HASH_MISMATCH', 'provided sha does not match query')
      return { text: query, hash }
    }
    if (!isPersisted) throw badRequest('The request must have a query, or name one in extensions.persistedQuery.')
    const hash = String(sha256Hash)
    const known = this.documents.get(hash)
    // The message by which clients of Apollo know that they have to send the document.
    if (!known) throw documentError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')
    return { text: known.text, hash }
  }

  private findErrors(document: DocumentNode): readonly GraphQLError[] {
    const { schema, allowsIntrospection } = this.options
    // Validation takes many times as long.
    const limitError = findLimitError(document)
    if (limitError) return [invalidOperationError(limitError.message, limitError.nodes)]
    const rules = [...specifiedRules, allowsIntrospection ? limitIntrospection : rejectIntrospection]
    // "Did you mean" would tell the schema piece by piece.
    const found = validate(schema, document, rules, { maxErrors, hideSuggestions: !allowsIntrospection })
    return found.map((error) => documentError('GRAPHQL_VALIDATION_FAILED', error.message, error))
  }
}

function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw documentError('GRAPHQL_PARSE_FAILED', error.message, error)
  }
}

/** An error with a code, at the place of another one. */
function documentError(code: string, message: string, at?: GraphQLError): GraphQLError {
  const { nodes, source, positions, originalError } = at ?? {}
  return new GraphQLError(message, { nodes, source, positions, originalError, extensions: { code } })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
