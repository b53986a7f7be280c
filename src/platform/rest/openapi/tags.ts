import type { RestOperation } from '../rest-operations.ts'
import type { JsonSchema } from './json-schema.ts'

interface Tag {
  readonly name: string
  readonly description: string
  /** The first segments of its paths, where they differ from its name. */
  readonly segments?: readonly string[]
}

/** The groups of the reference, in the order in which a newcomer needs them. */
const tags: readonly Tag[] = [
  { name: 'auth', description: 'Register, log in, and read the profile.' },
  {
    name: 'urls',
    description: 'Create, read, change and resolve short links, and read the pages that they lead to.',
    segments: ['urls', 'free-urls', 'unfurl'],
  },
  {
    name: 'clicks',
    description: 'Clicks on links: analytics, lists, files, maps and questions in plain language.',
    segments: ['clicks', 'analytics-ai'],
  },
  {
    name: 'qr',
    description: 'Dynamic QR codes, whose target can change after printing, their images and logos.',
    segments: ['dynamic-qr', 'qr-logos'],
  },
  { name: 'keys', description: 'API keys, for scripts and servers.' },
  {
    name: 'bio-pages',
    description: 'Pages with links (link-in-bio), their blocks and images, and what visitors see of them.',
    segments: ['bio-pages', 'bio'],
  },
  { name: 'shared-stats', description: 'Pages with statistics for anyone who has their address.' },
  { name: 'imports', description: 'Files with links of other services, or of an export, that become links.' },
  { name: 'exports', description: 'Files of links or clicks that are written in the background.' },
  { name: 'domains', description: 'Domains of a workspace for short links, each with codes of its own.' },
  { name: 'pixels', description: 'Tracking pixels of providers, which run for visitors of links.' },
  {
    name: 'workspaces',
    description: 'Workspaces, their members, and invitations to join.',
    segments: ['workspaces', 'invitations'],
  },
  { name: 'oauth', description: 'OAuth applications, and the access that the account has granted to others.' },
  { name: 'webhooks', description: 'Events sent to a URL of yours, and their deliveries.' },
  { name: 'tags', description: 'Words for links of a workspace, by which links and clicks are found.' },
  { name: 'folders', description: 'Groups of links of a workspace, by which links and clicks are found.' },
  { name: 'utm-templates', description: 'UTM values of a workspace that new links can copy.' },
  { name: 'link-health', description: 'Whether the destinations of links can be reached.' },
  { name: 'anomalies', description: 'Clicks that differ from what is usual for a link.' },
  { name: 'activity', description: 'What happened in the account.' },
  { name: 'integrations', description: 'The command center: background work, and what needs attention.' },
  { name: 'downloads', description: 'Files that jobs have written. They need no credential.' },
  { name: 'public-stats', description: 'Totals of the whole installation. They need no credential.' },
  { name: 'abuse', description: 'Report harmful links, and review reports.', segments: ['abuse', 'abuse-reports'] },
  { name: 'operation', description: 'For admins: what is wrong with the installation.' },
]

/** The name of the tag of an operation: by default the first segment of its path. */
export function tagOf({ route }: RestOperation): string {
  const [, segment = ''] = route.path.split('/')
  return tags.find(({ name, segments = [name] }) => segments.includes(segment))?.name ?? segment
}

/** The tags that the operations have. */
export function tagObjects(operations: readonly RestOperation[]): JsonSchema[] {
  const used = new Set(operations.map(tagOf))
  const described = tags.filter(({ name }) => used.delete(name)).map(({ name, description }) => ({ name, description }))
  return [...described, ...[...used].map((name) => ({ name }))]
}
