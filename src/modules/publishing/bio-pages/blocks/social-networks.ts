import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { defineIssue, type FieldIssue } from '../../../../platform/shared/field-issue.ts'

export type SocialNetwork =
  | 'instagram'
  | 'tiktok'
  | 'youtube'
  | 'x'
  | 'facebook'
  | 'threads'
  | 'bluesky'
  | 'mastodon'
  | 'linkedin'
  | 'github'
  | 'twitch'
  | 'spotify'
  | 'pinterest'
  | 'snapchat'
  | 'discord'
  | 'telegram'
  | 'whatsapp'

/** The text that visitors read instead of the icon of a network. */
export const networkNames: Readonly<Record<SocialNetwork, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  x: 'X',
  facebook: 'Facebook',
  threads: 'Threads',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  twitch: 'Twitch',
  spotify: 'Spotify',
  pinterest: 'Pinterest',
  snapchat: 'Snapchat',
  discord: 'Discord',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
}

export const SocialNetwork = createEnumType<SocialNetwork>(
  'SocialNetwork',
  'A network for which bio pages have an icon.',
  Object.fromEntries(Object.entries(networkNames).map(([network, name]) => [network, `${name}.`])) as Record<
    SocialNetwork,
    string
  >,
)

/** The domains of profiles, so that an icon leads to its network. Any server can be a Mastodon server. */
const domains: Readonly<Record<SocialNetwork, readonly string[] | null>> = {
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
  x: ['x.com', 'twitter.com'],
  facebook: ['facebook.com', 'fb.com', 'fb.me', 'm.me', 'messenger.com'],
  threads: ['threads.net', 'threads.com'],
  bluesky: ['bsky.app', 'bsky.social'],
  mastodon: null,
  linkedin: ['linkedin.com', 'lnkd.in'],
  github: ['github.com', 'github.io'],
  twitch: ['twitch.tv'],
  spotify: ['spotify.com', 'spotify.link'],
  pinterest: ['pinterest.com', 'pin.it'],
  snapchat: ['snapchat.com'],
  discord: ['discord.gg', 'discord.com'],
  telegram: ['t.me', 'telegram.me', 'telegram.org'],
  whatsapp: ['wa.me', 'whatsapp.com'],
}

const notAProfile = defineIssue('NOT_A_PROFILE', 'must be an address of {network}: {domains}')

/** Why an address cannot be a profile on a network; undefined if it can. */
export function findProfileIssue(network: SocialNetwork, address: string): FieldIssue | undefined {
  const allowed = domains[network]
  if (!allowed) return undefined
  const { hostname } = new URL(address)
  if (allowed.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) return undefined
  return notAProfile({ network: networkNames[network], domains: allowed.join(', ') })
}
