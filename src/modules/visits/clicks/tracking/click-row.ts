import type { Trigger } from '../click.entity.ts'

/** A click before it is inserted. */
export interface ClickRow {
  readonly id: string
  readonly url_id: string
  readonly at: string
  readonly trigger: Trigger
  readonly country: string | null
  readonly region: string | null
  readonly city: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_campaign: string | null
  /** The rule that chose the destination, and the name of its variant. */
  readonly rule_id: string | null
  readonly variant: string | null
  readonly utm_term: string | null
  readonly utm_content: string | null
  readonly bot: boolean
  readonly bot_name: string | null
  /** The visitor's hash in hex. */
  readonly visitor: string | null
  /** Whether the counter of the link has the click already, because a click limit has decided about it. */
  readonly is_counted?: boolean
}
