import { utmParameters } from '../utm/utm-values.ts'
import { ownerLimits, previewLimits, redirectTypes } from './link-limits.ts'

/** The types of options. Null is an option that its owner has not set, or has cleared. */
export interface OptionValueOf {
  readonly date: Date | null
  readonly number: number | null
  readonly text: string | null
  readonly address: string | null
  readonly choice: number
  readonly boolean: boolean
}

export type OptionKind = keyof OptionValueOf

export interface OptionDefinition {
  readonly kind: OptionKind
  /** Describes the field of a link. */
  readonly about: string
  /** Describes the field of inputs. Default: `about`. */
  readonly aboutInput?: string
  /** Describes a column of an imported file. Default: `about`. */
  readonly aboutColumn?: string
  /** The names of such a column, in the form of `toColumnKey`, best first. Default: the name of the option. */
  readonly columnNames?: string
  /** What the activity log calls it, as in `was changed: expiry date`. */
  readonly label: string
  /** The value without a choice of the owner. Kinds without null need it. */
  readonly default?: number | boolean
  /** Of a number. */
  readonly minimum?: number
  readonly choices?: readonly number[]
  /** Of a text or an address, in characters. */
  readonly maxLength?: number
  /** A blank text clears the option. Without it, a blank text is an error. */
  readonly mayBeBlank?: true
  readonly isMultiline?: true
  /** A search for links looks in it. */
  readonly isSearched?: true
  /** No redirect and no page for visitors reads it. */
  readonly isInternal?: true
  /** Pages of other sites show what is at the address, so it must be https. No visitor is sent there. */
  readonly isImage?: true
}

const utm = (parameter: string) => ({
  kind: 'text' as const,
  about: `\`${parameter}\` that the redirect adds to the destination.`,
  aboutColumn: `\`${parameter}\`.`,
  label: parameter.replace('utm_', 'UTM '),
  maxLength: 255,
  mayBeBlank: true as const,
})

/**
 * The options of a link that its owner sets. From this table follow the columns of the entity, the fields of inputs with
 * their checks, exports, imports, the activity log, and what a redirect reads. The alias, the destination, the title, the
 * password, the folder and the tags have rules of their own.
 */
export const linkOptionTable = {
  utmSource: utm(utmParameters.utmSource),
  utmMedium: utm(utmParameters.utmMedium),
  utmCampaign: utm(utmParameters.utmCampaign),
  utmTerm: utm(utmParameters.utmTerm),
  utmContent: utm(utmParameters.utmContent),
  clickLimit: {
    kind: 'number',
    about: 'Number of clicks after which the link expires.',
    aboutInput: 'Number of clicks after which the link expires, at least 1.',
    columnNames: 'clicklimit maxclicks clickslimit maxvisits metamaxvisits expireatviews maxviews',
    label: 'click limit',
    minimum: 1,
  },
  startsAt: {
    kind: 'date',
    about: 'Time from which the link is open; null for always.',
    aboutInput:
      'Time from which the link is open, before `expiresAt`. Until then visitors see a page that says so, with the status 404.',
    aboutColumn: 'When the link opens.',
    columnNames: 'startsat startat startdate validsince metavalidsince activefrom activateat',
    label: 'start date',
  },
  notYetUrl: {
    kind: 'address',
    about: 'Where visitors are redirected before `startsAt`.',
    aboutInput: 'Where visitors are redirected before `startsAt`. Default: a page that says when the link opens.',
    aboutColumn: 'Where visitors are redirected before the link opens.',
    label: 'address before the start',
    maxLength: ownerLimits.destinationMaxLength,
  },
  expiresAt: {
    kind: 'date',
    about: 'Time at which the link expires.',
    aboutColumn: 'When the link expires.',
    columnNames:
      'expiresat expiresatdate expireat expireatdatetime expirein expirationdate expirydate expires expiration expiry validuntil metavaliduntil',
    label: 'expiry date',
  },
  expiredUrl: {
    kind: 'address',
    about: 'Where visitors are redirected after the link has expired.',
    aboutInput: 'Where visitors are redirected after the link has expired. Default: a page that says so.',
    columnNames: 'expiredurl expireurl expirationurl',
    label: 'address after the expiry',
    maxLength: ownerLimits.destinationMaxLength,
  },
  isCloaked: {
    kind: 'boolean',
    about:
      'Show the destination in a frame at the short address (https only). While `isCloakable` is false, visitors are redirected.',
    aboutInput: 'Show the destination, which must be https, in a frame at the short address.',
    aboutColumn: 'Whether the destination is shown in a frame.',
    columnNames: 'iscloaked cloaking',
    label: 'cloaking',
    default: false,
  },
  privacyMode: {
    kind: 'boolean',
    about: 'Record only the hour of a click, and nothing about the visitor.',
    aboutColumn: 'Whether clicks record nothing about the visitor.',
    label: 'privacy mode',
    default: false,
  },
  forwardQuery: {
    kind: 'boolean',
    about: "Add the visitor's query parameters to the destination.",
    aboutInput: "Add the visitor's query parameters to the destination: the first 100 within 2,048 characters.",
    aboutColumn: "Whether the visitor's query parameters are added to the destination.",
    columnNames: 'forwardquery forwardparameters',
    label: 'forwarding of the query',
    default: true,
  },
  forwardPath: {
    kind: 'boolean',
    about: 'Append the path behind the code to the path of the destination. Without it, `/{code}/path` is no address.',
    aboutInput:
      'Append the path behind the code, of at most 2,048 characters, to the path of the destination. Without it, `/{code}/path` is no address.',
    aboutColumn: 'Whether the path behind the code is appended to the destination.',
    label: 'forwarding of the path',
    default: false,
  },
  redirectType: {
    kind: 'choice',
    about: 'HTTP status of the redirect: 301, 302, 307 or 308.',
    aboutColumn: 'HTTP status of the redirect.',
    label: 'type of redirect',
    choices: redirectTypes,
    default: 302,
  },
  ogTitle: {
    kind: 'text',
    about: 'Title that social networks and messengers show of the link; null for the `title` of the link.',
    aboutInput: 'Title that social networks and messengers show of the link, 1 to 255 characters.',
    aboutColumn: 'Title that social networks show.',
    label: 'title in previews',
    maxLength: previewLimits.titleMaxLength,
  },
  ogDescription: {
    kind: 'text',
    about: 'Description that social networks and messengers show of the link.',
    aboutInput: 'Description that social networks and messengers show of the link, 1 to 1000 characters.',
    aboutColumn: 'Description that social networks show.',
    label: 'description in previews',
    maxLength: previewLimits.descriptionMaxLength,
  },
  ogImage: {
    kind: 'address',
    about: 'Image that social networks and messengers show of the link.',
    aboutInput:
      'Image that social networks and messengers show of the link: an https address of at most 2048 characters.',
    aboutColumn: 'Image that social networks show.',
    label: 'image in previews',
    maxLength: previewLimits.imageMaxLength,
    isImage: true,
  },
  note: {
    kind: 'text',
    about: 'Note for the members of the workspace. Visitors never see it.',
    aboutInput: 'Note for the members of the workspace, 1 to 1000 characters. Visitors never see it.',
    aboutColumn: 'Note that visitors never see.',
    columnNames: 'note notes comment comments',
    label: 'note',
    maxLength: 1000,
    isMultiline: true,
    isSearched: true,
    isInternal: true,
  },
} as const satisfies Readonly<Record<string, OptionDefinition>>
