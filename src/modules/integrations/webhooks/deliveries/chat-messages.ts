import type { ClickPayload, EventData, EventKind, LinkPayload } from '../../../../platform/events/domain-events.ts'
import { describeEvent } from '../../../../platform/events/event-activities.ts'
import { formatShortName } from '../../../publishing/links/index.ts'
import type { WebhookFormat } from '../webhook-format.ts'

/** An event as it was published (`webhook_delivery` refers to it). */
interface StoredEvent<K extends EventKind = EventKind> {
  readonly type: K
  readonly data: EventData[K]
}

type Template<K extends EventKind> = (data: EventData[K]) => string

/** The sentence of each kind of event that the audit log does not describe. */
const templates: { readonly [K in EventKind]?: Template<K> } = {
  'link.expiring': ({ links }) => describeExpiring(links),
  'link.clicked': ({ click }) => `Link ${formatShortName(click)} was clicked${describeVisitor(click)}.`,
  'qr.scanned': ({ click }) => `The QR code of ${formatShortName(click)} was scanned${describeVisitor(click)}.`,
  'anomaly.detected': ({ anomaly }) => {
    const { kind, country, observed, expected } = anomaly
    const what: Readonly<Record<string, string>> = {
      spike: 'Many more clicks than usual',
      drop: 'Far fewer clicks than usual',
      bot_surge: 'Many more bots than usual',
      country_shift: `Unusual clicks from ${country}`,
    }
    const counts = `${observed} in an hour, about ${Math.round(expected)} expected`
    return `${what[kind] ?? 'Unusual clicks'} on ${formatShortName(anomaly)}: ${counts}.`
  },
  'webhook.test': ({ message }) => message,
}

/** The links that a message names; it says how many others there are. */
const maxNamedLinks = 5

function describeExpiring(links: readonly LinkPayload[]): string {
  const dayOf = ({ expiresAt }: LinkPayload) => expiresAt?.slice(0, 10)
  const [first] = links
  if (first && links.length === 1) return `Link ${formatShortName(first)} expires on ${dayOf(first)}.`
  const named = links.slice(0, maxNamedLinks).map((link) => `${formatShortName(link)} on ${dayOf(link)}`)
  const otherCount = links.length - named.length
  return `${links.length} links expire: ${named.join(', ')}${otherCount > 0 ? ` and ${otherCount} more` : ''}.`
}

function describeVisitor({ country, device, browser, os, referrerHost, isBot }: ClickPayload): string {
  const facts = [isBot ? 'a bot' : null, country, device, browser, os, referrerHost && `from ${referrerHost}`]
  const known = facts.filter((fact) => fact !== null && fact !== '')
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}

/** What people read about an event: one sentence, in English like all texts of the API. */
export function describeForChat<K extends EventKind>({ type, data }: StoredEvent<K>): string {
  const template = templates[type] as Template<K> | undefined
  return template ? template(data) : (describeEvent(type, data) ?? type)
}

/** The links that an event names, for a button or an address below the sentence. */
function findLinkAddress(data: object, shortBaseOf: (domainHost: string | null) => string): string | null {
  const { link, links, click, anomaly } = data as Partial<
    EventData['link.created'] & EventData['link.expiring'] & EventData['link.clicked'] & EventData['anomaly.detected']
  >
  const named = link ?? (links?.length === 1 ? links[0] : undefined) ?? click ?? anomaly
  return named ? `${shortBaseOf(named.domainHost)}/${named.code}` : null
}

/** Discord refuses messages of more than 2,000 characters, which escaping can double; the other formats accept more. */
const maxLength = 900

/** The body of a delivery in the format of its webhook. `payload` is the event as JSON. */
export function renderBody(
  format: WebhookFormat,
  payload: string,
  shortBaseOf: (domainHost: string | null) => string,
): string {
  if (format === 'standard') return payload
  const event = JSON.parse(payload) as StoredEvent
  const sentence = describeForChat(event)
  const text = sentence.length > maxLength ? `${sentence.slice(0, maxLength)}…` : sentence
  return JSON.stringify(messages[format](text, findLinkAddress(event.data, shortBaseOf)))
}

const messages: Readonly<Record<Exclude<WebhookFormat, 'standard'>, (text: string, url: string | null) => object>> = {
  // https://docs.slack.dev/messaging/formatting-message-text/#escaping
  slack: (text, url) => ({ text: [escapeSlack(text), url && escapeSlack(url)].filter(Boolean).join('\n') }),
  // The title of a link must not mention anybody, and no address may become a large preview.
  discord: (text, url) => ({
    content: [escapeMarkdown(text), url && `<${url}>`].filter(Boolean).join('\n'),
    allowed_mentions: { parse: [] },
  }),
  teams: (text, url) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text: escapeMarkdown(text), wrap: true }],
          ...(url && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url }] }),
        },
      },
    ],
  }),
}

/**
 * Mattermost and Rocket.Chat read this format too, with Markdown and with names behind an `@`: an invisible space breaks both,
 * so that no title calls a whole channel, loads a picture or hides an address.
 */
function escapeSlack(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_.-])|@(?=(?:all|channel|everyone|here)\b)|\](?=[([])/giu, '$&\u200b')
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|[\]<>#]/g, '\\$&')
}
