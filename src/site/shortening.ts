import { execute, type GraphQLSchema, parse } from 'graphql'
import type { Context } from '../graphql/context.ts'
import type { Quota } from '../graphql/quota.ts'

/** What a form sends. */
export interface Wish {
  readonly longUrl: string
  /** Empty for a code of our choice. */
  readonly customCode: string
}

const document = parse(`mutation ($longUrl: String!, $customCode: String) {
  shortenUrl(longUrl: $longUrl, customCode: $customCode) { shortCode }
}`)

/**
 * Shortens by the very operation behind `POST /free-urls/shorten`, and for the same charge: what is refused there is
 * refused here, and counts of one network are one count. Answers with the code.
 */
export class FormShortening {
  readonly #schema: GraphQLSchema
  readonly #quota: Quota

  constructor(schema: GraphQLSchema, quota: Quota) {
    this.#schema = schema
    this.#quota = quota
  }

  /** Throws what the operation throws. */
  async shorten(context: Context, { longUrl, customCode }: Wish): Promise<string> {
    await this.#quota.take(context)
    const { data, errors } = await execute({
      schema: this.#schema,
      document,
      contextValue: context,
      variableValues: { longUrl: withScheme(longUrl.trim()), customCode: customCode.trim() || null },
    })
    if (errors?.[0]) throw errors[0]
    return (data as { shortenUrl: { shortCode: string } }).shortenUrl.shortCode
  }
}

/** People type addresses as browsers show them: `example.com/page`. */
function withScheme(address: string): string {
  return /^[^\s/:?#@]+\.[^\s/:?#@]+(:\d+)?([/?#]|$)/.test(address) ? `https://${address}` : address
}
