import { hostedSamples } from './hosted-samples.ts'
import { selfHostedSamples } from './self-hosted-samples.ts'

/** Small exports as each product writes them, with `{one}`, `{two}` and `{three}` in place of aliases. */
export interface Sample {
  readonly source: string
  readonly file: string
  /** What the first link has, besides its title and its date; `archived` is the second one. */
  readonly has: readonly ('tags' | 'expiry' | 'archived')[]
  readonly content: string
}

export const samples: readonly Sample[] = [...hostedSamples, ...selfHostedSamples]
