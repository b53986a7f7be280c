import { createHash } from 'node:crypto'
import { parseUserAgent } from '../../../../platform/http/agents/user-agent.ts'
import { findCountryCode } from '../../../../platform/shared/geography/places.ts'
import { startOfHour } from '../../../../platform/shared/time.ts'
import { readReferrerHost } from '../tracking/referrer.ts'
import { toStoredText } from '../tracking/stored-text.ts'

/** A click that another service has recorded. */
export interface PastClick {
  /** From 1, without the header. */
  readonly row: number
  /** The host of the short address; null when it is unknown. */
  readonly host: string | null
  /** Null for a click on the link that the import names. */
  readonly code: string | null
  readonly at: Date
  readonly userAgent: string | null
  readonly referrer: string | null
  /** ISO 3166-1 code or English name. */
  readonly country: string | null
  readonly city: string | null
  /** Whether the other service took the visitor for a bot; null when it does not say. */
  readonly isBot: boolean | null
  /** Distinguishes the click from all others of its file. It is the same each time the file is read. */
  readonly identity: string
}

/** A row of the click table, by the names of its columns. */
export interface PastClickRow {
  readonly id: string
  readonly url_id: string
  readonly created_at: string
  /** The time that the row would have in the other privacy mode of the link. */
  readonly other_at: string
  readonly country: string | null
  readonly city: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer_host: string | null
  readonly is_bot: boolean
  readonly bot_name: string | null
}

const maxCityLength = 100

/** The link of a click, as far as a row depends on it. */
export interface PastClickLink {
  readonly id: string
  readonly privacyMode: boolean
}

/**
 * The row of a past click. Its id follows from its link and its identity, so that a click that is imported again has
 * the same row. It has no visitor, because the addresses of visitors are never read. On a link in privacy mode, the
 * click has only its hour.
 */
export function toPastClickRow(click: PastClick, { id, privacyMode }: PastClickLink): PastClickRow {
  const agent = parseUserAgent(click.userAgent ?? '')
  const isBot = click.isBot === true || agent.isBot
  const row = { id: createClickId(id, click.identity), url_id: id, is_bot: isBot }
  const [at, hour] = [click.at.toISOString(), startOfHour(click.at).toISOString()]
  if (privacyMode) return { ...row, ...anonymousFields, created_at: hour, other_at: at }
  const isKnown = click.userAgent !== null
  return {
    ...row,
    created_at: at,
    other_at: hour,
    country: click.country === null ? null : findCountryCode(click.country),
    city: click.city === null ? null : toStoredText(click.city.trim(), maxCityLength),
    // Null would say that the click is private.
    device: isKnown ? agent.device : 'Other',
    browser: isKnown ? agent.browser : null,
    os: isKnown ? agent.os : null,
    referrer_host: readReferrerHost(click.referrer ?? undefined),
    bot_name: isBot ? agent.botName : null,
  }
}

const anonymousFields = {
  country: null,
  city: null,
  device: null,
  browser: null,
  os: null,
  referrer_host: null,
  bot_name: null,
}

/** Crockford's base 32 in lower case, as in other ids. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function createClickId(linkId: string, identity: string): string {
  const digest = createHash('sha256').update(`${linkId} ${identity}`).digest()
  return `clk_${[...digest.subarray(0, 26)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
}
