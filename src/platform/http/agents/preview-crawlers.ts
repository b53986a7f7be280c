/** Where a product stands in a user agent: anywhere, or as its first word because browsers of its app send it later. */
type Position = 'anywhere' | 'first'

/**
 * The crawlers that build previews of links in posts and chats, by the product names they send. Only they get the preview
 * of a link: a list of those that do not would let a link show search engines and virus scanners another page than people.
 * A name is here if its owner documents it, or if the public list crawler-user-agents (github.com/monperrus) has it.
 */
export const previewCrawlers: readonly (readonly [product: string, of: string, position: Position])[] = [
  ['facebookexternalhit', 'Facebook, Instagram, Threads; also sent by iMessage, LINE and KakaoTalk', 'anywhere'],
  ['Facebot', 'Facebook', 'anywhere'],
  ['Twitterbot', 'X', 'anywhere'],
  ['LinkedInBot', 'LinkedIn', 'anywhere'],
  ['Slackbot-LinkExpanding', 'Slack (api.slack.com/robots)', 'anywhere'],
  ['Discordbot', 'Discord', 'anywhere'],
  ['TelegramBot', 'Telegram', 'anywhere'],
  ['WhatsApp', 'WhatsApp; Signal sends it too', 'first'],
  ['SkypeUriPreview', 'Skype, Microsoft Teams', 'anywhere'],
  ['MicrosoftPreview', 'Microsoft Teams, Outlook (aka.ms/MicrosoftPreview)', 'anywhere'],
  ['Google-PageRenderer', 'Google Messages and Chat', 'anywhere'],
  ['Pinterestbot', 'Pinterest', 'anywhere'],
  ['Pinterest', 'Pinterest, the earlier crawler', 'first'],
  ['redditbot', 'Reddit', 'anywhere'],
  ['Tumblr', 'Tumblr', 'first'],
  ['vkShare', 'VK (vk.com/dev/Share)', 'anywhere'],
  ['OdklBot', 'OK.ru', 'anywhere'],
  ['XING-contenttabreceiver', 'XING', 'anywhere'],
  ['Snap URL Preview Service', 'Snapchat (developers.snap.com/robots)', 'anywhere'],
  ['line-poker', 'LINE', 'anywhere'],
  ['kakaotalk-scrap', 'KakaoTalk', 'anywhere'],
  ['Viber', 'Viber', 'first'],
  ['Bluesky Cardyb', 'Bluesky', 'anywhere'],
  ['Mastodon', 'Mastodon; before 4.3 in the comment of http.rb', 'first'],
  ['SummalyBot', 'Misskey', 'anywhere'],
  ['Synapse', 'Matrix', 'first'],
  ['Mattermost-Bot', 'Mattermost', 'anywhere'],
  ['Iframely', 'Iframely, for Notion, Medium and others', 'anywhere'],
  ['Embedly', 'Embedly, for Trello and others', 'anywhere'],
  ['FlipboardProxy', 'Flipboard', 'anywhere'],
  ['Quora Link Preview', 'Quora', 'anywhere'],
  ['Yahoo Link Preview', 'Yahoo Mail', 'anywhere'],
]

/** Longer user agents are read up to here, as `parseUserAgent` does. */
const maxUserAgentLength = 512

const crawlerPattern = new RegExp(previewCrawlers.map(toPattern).join('|'), 'i')

function toPattern([product, , position]: (typeof previewCrawlers)[number]): string {
  const start = position === 'first' ? String.raw`^(?:http\.rb/[\d.]+ \()?` : String.raw`(?<![\w-])`
  return start + product + String.raw`(?![\w-])`
}

/** Whether a user agent names a crawler that builds previews. Browsers inside of apps are no crawlers. */
export function isPreviewCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && crawlerPattern.test(userAgent.slice(0, maxUserAgentLength))
}

/** The preview crawlers as `robots.txt` names them (RFC 9309, 2.2.1). Names with other characters cannot stand there. */
export const robotsNames: readonly string[] = previewCrawlers
  .map(([product]) => product)
  .filter((product) => /^[\w-]+$/.test(product))
