import type { Trigger } from '../click.entity.ts'

/** A click before it is inserted. The spool stores it in this form. */
export interface ClickRow {
  readonly id: string
  readonly url_id: string
  readonly at: string
  readonly trigger: Trigger
  readonly country: string | null
  readonly region: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_campaign: string | null
  readonly bot: boolean
  readonly bot_name: string | null
  /** The visitor's hash in hex. */
  readonly visitor: string | null
  /** A JSON resolution by the same visitor since this instant was the same visit. Null when every click counts. */
  readonly merges_since: string | null
  /** Whether the click limit of the link still has to grant the click. Otherwise the destination is given in any case. */
  readonly limited: boolean
}
