/** What a document cannot say of a tool. */
export interface ToolDeclaration {
  readonly name: string
  readonly title: string
  /** Whether a call may delete or overwrite something. */
  readonly isDestructive?: boolean
  /** The most items of a list, by the name of the argument, where a tool accepts fewer than its operation. */
  readonly maxItems?: Readonly<Record<string, number>>
  /** The fields of a list of inputs that the tool offers, by the name of the argument; all where it is absent. */
  readonly inputFields?: Readonly<Record<string, readonly string[]>>
}

const linkFields = [
  ...['code', 'title', 'folderId', 'tagIds', 'note', 'expiresAt', 'startsAt', 'clickLimit', 'expiredUrl', 'password'],
  ...['utmSource', 'utmMedium', 'utmCampaign'],
]

/** The tools in the order of the list, which is fixed: models compare lists, and their caches begin with it. */
export const toolList: readonly ToolDeclaration[] = [
  { name: 'tack_whoami', title: 'See what there is' },
  { name: 'tack_find_links', title: 'Find links' },
  { name: 'tack_get_link', title: 'Look at a link' },
  {
    name: 'tack_save_link',
    title: 'Create or change links',
    isDestructive: true,
    maxItems: { create: 25, change: 25 },
    inputFields: { create: ['destination', ...linkFields], change: ['id', 'destination', 'isActive', ...linkFields] },
  },
  { name: 'tack_delete_links', title: 'Delete links', isDestructive: true, maxItems: { ids: 50 } },
  {
    name: 'tack_set_rules',
    title: 'Set the rules of a link',
    isDestructive: true,
    inputFields: {
      deviceRules: ['device', 'destination'],
      geoRules: ['matchType', 'condition', 'values', 'action', 'destination'],
      languageRules: ['languages', 'destination'],
      timeRules: ['days', 'startTime', 'endTime', 'timezone', 'destination'],
      splitRules: ['name', 'weight', 'destination'],
    },
  },
  { name: 'tack_get_clicks', title: 'Count clicks' },
  { name: 'tack_ask', title: 'Ask about clicks' },
  { name: 'tack_make_qr', title: 'Draw a QR code' },
  {
    name: 'tack_save_bio_page',
    title: 'Create or change a bio page',
    isDestructive: true,
    inputFields: { blocks: ['id', 'type', 'title', 'content', 'url'] },
  },
  { name: 'tack_watch', title: 'See what needs attention' },
  { name: 'tack_import_links', title: 'Import links' },
]
