// Written by `npm run emit`. Do not edit.
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What is wrong with a link or a destination. */
export type AbuseReason =
  /** Its content is illegal. */
  | 'ILLEGAL'
  /** It spreads harmful software. */
  | 'MALWARE'
  /** Another reason. */
  | 'OTHER'
  /** It imitates another site to obtain passwords or payments. */
  | 'PHISHING'
  /** It is advertised in unwanted messages. */
  | 'SPAM';

/** What happened. */
export type ActivityType =
  /** The e-mail address of the account was proved for the first time, which has ended all that gave access to it before. */
  | 'ACCOUNT_ADDRESS_PROVED'
  /** The account has another e-mail address. */
  | 'ACCOUNT_EMAIL_CHANGED'
  /** A requested change of the e-mail address was stopped, or ended with the session that requested it. */
  | 'ACCOUNT_EMAIL_CHANGE_ENDED'
  /** A change of the e-mail address of the account was requested. */
  | 'ACCOUNT_EMAIL_CHANGE_REQUESTED'
  /** An identity provider was connected with the account. */
  | 'ACCOUNT_IDENTITY_ADDED'
  /** An identity provider is no longer connected with the account. */
  | 'ACCOUNT_IDENTITY_REMOVED'
  /** The operator of the installation made a link that logs in to the account. */
  | 'ACCOUNT_LOGIN_LINK_CREATED'
  /** A passkey was refused, because it may have been copied. */
  | 'ACCOUNT_PASSKEY_REFUSED'
  /** The account has new recovery codes. */
  | 'ACCOUNT_RECOVERY_CODES_RENEWED'
  /** A recovery code of the account was used. */
  | 'ACCOUNT_RECOVERY_CODE_USED'
  /** A second factor was added to the account. */
  | 'ACCOUNT_SECOND_FACTOR_ADDED'
  /** A second factor of the account was removed. */
  | 'ACCOUNT_SECOND_FACTOR_REMOVED'
  /** An anomaly was acknowledged. */
  | 'ANOMALY_ACKNOWLEDGED'
  /** Unusual clicks on a link were detected. */
  | 'ANOMALY_DETECTED'
  /** An anomaly was resolved. */
  | 'ANOMALY_RESOLVED'
  /** An API key was created. */
  | 'API_KEY_CREATED'
  /** An API key was revoked. */
  | 'API_KEY_REVOKED'
  /** An API key was replaced by a new one, and is accepted for some hours at most. */
  | 'API_KEY_ROTATED'
  /** A bio page was created. */
  | 'BIO_PAGE_CREATED'
  /** A bio page was deleted. */
  | 'BIO_PAGE_DELETED'
  /** A bio page was published. */
  | 'BIO_PAGE_PUBLISHED'
  /** A bio page was made a draft again. */
  | 'BIO_PAGE_UNPUBLISHED'
  /** A bio page or one of its blocks was changed. */
  | 'BIO_PAGE_UPDATED'
  /** A domain was added. */
  | 'DOMAIN_CREATED'
  /** A domain was deleted. */
  | 'DOMAIN_DELETED'
  /** A domain was released, because its DNS record was missing for 14 days. */
  | 'DOMAIN_RELEASED'
  /** A domain was changed. */
  | 'DOMAIN_UPDATED'
  /** A domain was verified. */
  | 'DOMAIN_VERIFIED'
  /** An import of links has ended. */
  | 'IMPORT_COMPLETED'
  /** The appeal against the block of a link was dismissed. */
  | 'LINK_APPEAL_DISMISSED'
  /** A link was blocked. */
  | 'LINK_BLOCKED'
  /** A link was created. */
  | 'LINK_CREATED'
  /** A link was deleted. */
  | 'LINK_DELETED'
  /** A link was switched off. */
  | 'LINK_DISABLED'
  /** A link has expired. */
  | 'LINK_EXPIRED'
  /** A link has reached its click limit. */
  | 'LINK_LIMIT_REACHED'
  /** The destination of a link can be reached again. */
  | 'LINK_REACHABLE'
  /** A link is no longer blocked. */
  | 'LINK_UNBLOCKED'
  /** The destination of a link cannot be reached. */
  | 'LINK_UNREACHABLE'
  /** A link was changed. */
  | 'LINK_UPDATED'
  /** A dynamic QR code was created. */
  | 'QR_CREATED'
  /** A dynamic QR code was deleted. */
  | 'QR_DELETED'
  /** A dynamic QR code was changed. */
  | 'QR_UPDATED'
  /** A page with shared statistics was created. */
  | 'SHARED_STATS_CREATED'
  /** A page with shared statistics was deleted. */
  | 'SHARED_STATS_DELETED'
  /** A page with shared statistics was changed. */
  | 'SHARED_STATS_UPDATED'
  /** A webhook was created. */
  | 'WEBHOOK_CREATED'
  /** A webhook was deleted. */
  | 'WEBHOOK_DELETED'
  /** A webhook missed an event after every attempt. */
  | 'WEBHOOK_DELIVERY_EXHAUSTED'
  /** The service switched a webhook off. */
  | 'WEBHOOK_DISABLED'
  /** A webhook has failed several times in a row. */
  | 'WEBHOOK_FAILING'
  /** A webhook works again. */
  | 'WEBHOOK_RECOVERED'
  /** A webhook has a new secret. */
  | 'WEBHOOK_SECRET_ROTATED'
  /** A webhook was changed. */
  | 'WEBHOOK_UPDATED'
  /** The workspace was created. */
  | 'WORKSPACE_CREATED'
  /** The workspace was deleted. */
  | 'WORKSPACE_DELETED'
  /** An invited person has accepted. */
  | 'WORKSPACE_INVITATION_ACCEPTED'
  /** An invited person has declined. */
  | 'WORKSPACE_INVITATION_DECLINED'
  /** An invitation was withdrawn. */
  | 'WORKSPACE_INVITATION_REVOKED'
  /** A person was invited. */
  | 'WORKSPACE_INVITATION_SENT'
  /** An account has joined the workspace. */
  | 'WORKSPACE_MEMBER_ADDED'
  /** A member has left the workspace, or was removed. */
  | 'WORKSPACE_MEMBER_REMOVED'
  /** A member got another role. */
  | 'WORKSPACE_MEMBER_ROLE_CHANGED'
  /** The workspace was restored after a deletion. */
  | 'WORKSPACE_RESTORED'
  /** A member became the owner of the workspace. */
  | 'WORKSPACE_TRANSFERRED'
  /** The workspace was changed. */
  | 'WORKSPACE_UPDATED';

/** What is unusual about the clicks on a link. */
export type AnomalyKind =
  /** More visits by bots than usual. */
  | 'BOT_SURGE'
  /** Visitors from other countries than usual. */
  | 'COUNTRY_SHIFT'
  /** Fewer clicks by people than usual. */
  | 'DROP'
  /** More clicks by people than usual. */
  | 'SPIKE';

/** State of an anomaly. */
export type AnomalyStatus =
  /** The owner knows about it. */
  | 'ACKNOWLEDGED'
  /** Nobody has looked at it. */
  | 'OPEN'
  /** The owner resolved it, or the clicks were back to normal for an hour. */
  | 'RESOLVED';

/** What a block of a bio page is. */
export type BioBlockType =
  /** A line. */
  | 'DIVIDER'
  /** An e-mail address. Its clicks cannot be counted. */
  | 'EMAIL'
  /** A heading. */
  | 'HEADING'
  /** A link with a title. */
  | 'LINK'
  /** A telephone number to call. Its clicks cannot be counted. */
  | 'PHONE'
  /** A telephone number to send a message to. Its clicks cannot be counted. */
  | 'SMS'
  /** The icon of a network, which leads to a profile. */
  | 'SOCIAL'
  /** A paragraph. */
  | 'TEXT';

/** How the links of a bio page look. */
export type BioButtonStyle =
  /** Filled with the accent colour. */
  | 'FILLED'
  /** A frame and a text in the accent colour. */
  | 'OUTLINE'
  /** Filled with the accent colour, with round ends. */
  | 'PILL'
  /** A text in the accent colour, on a tint of it. */
  | 'SOFT';

/** A block of the draft of a bio page. */
export type BioDraftBlockInput = {
  /** The paragraph of a text, at most 500 characters; the second line of a link, at most 160; the address of an e-mail block; or the number of a phone or SMS block. */
  content?: string | null | undefined;
  /** Identifier of a block of the page or of its draft, which keeps its clicks. Absent for a new block; another `type` makes a new one too. */
  id?: string | null | undefined;
  /** Whether the block is shown. */
  isVisible?: boolean;
  /** The network of a social block, which requires it. */
  network?: SocialNetwork | null | undefined;
  /** From when the block is shown. Null for no start. */
  scheduledFrom?: string | null | undefined;
  /** Until when (exclusive) the block is shown. Null for no end. */
  scheduledUntil?: string | null | undefined;
  /** Title of a link or a heading, where it is required, or of an e-mail address or a telephone number; at most 100 characters. */
  title?: string | null | undefined;
  /** What the block is. It cannot be changed later. */
  type: BioBlockType;
  /** Where a link or a profile leads: an http or https address of at most 8192 characters. A profile is on its network; its name is enough, such as `@jack`, and for WhatsApp the telephone number. A new link to `tel:` or `sms:` becomes a block of the type `phone` or `sms`. */
  url?: string | null | undefined;
};

/** A typeface that devices have. A bio page loads no fonts. */
export type BioFont =
  /** With letters of one width. */
  | 'MONO'
  /** With round ends, where the device has one. */
  | 'ROUNDED'
  /** The typeface of the device. */
  | 'SANS'
  /** With serifs, such as Georgia. */
  | 'SERIF'
  /** With heavy serifs, such as Rockwell. */
  | 'SLAB';

/** An image of a bio page. */
export type BioImageKind =
  /** The round image above the title. */
  | 'AVATAR'
  /** The image that social networks and messengers show of the page. */
  | 'SOCIAL';

/** The colours of a bio page. Each preset has a light and a dark variant; visitors get the variant of their device. */
export type BioThemePreset =
  /** Violet and pink. */
  | 'BERRY'
  /** Greens of moss and leaves. */
  | 'FOREST'
  /** Dark on every device. */
  | 'MIDNIGHT'
  /** Black and white. */
  | 'MONO'
  /** Blues of water. */
  | 'OCEAN'
  /** Warm white, with red buttons. */
  | 'PAPER'
  /** Peach to rose. */
  | 'SUNSET';

/** Why buckets have no number of visitors. */
export type BucketVisitorsMissing =
  /** Buckets with null contain clicks that are deleted after some months and remain as totals only. */
  | 'CLICKS_DELETED'
  /** The period has more than a million visits, or the links that were requested together have. Use days in UTC, or a shorter period. */
  | 'TOO_MANY_CLICKS';

/** Selects clicks by time and by their fields. A click must match all fields that are set. */
export type ClickFilter = {
  /** Browsers, such as `Firefox`. */
  browser?: TextFilter | null | undefined;
  /** Cities, such as `Berlin`; `DE:Berlin` or `DE-BE:Berlin` of one country or region; or `Unknown`. */
  city?: TextFilter | null | undefined;
  /** Continents, such as `EU`, or `Unknown`. */
  continent?: ContinentFilter | null | undefined;
  /** Countries, ISO 3166-1 alpha-2 codes, or `Unknown`. */
  country?: TextFilter | null | undefined;
  /** Devices, such as `Mobile`. */
  device?: DeviceFilter | null | undefined;
  /** Start of the period (inclusive), instead of `interval`. */
  from?: string | null | undefined;
  /** Whether visits by bots count too. */
  includeBots?: boolean;
  /** Period until now. Default: all time. */
  interval?: ClickInterval | null | undefined;
  /** Operating systems, such as `Android`. */
  os?: TextFilter | null | undefined;
  /** Referrer hosts, with or without `www.`, or `Direct`. */
  referrer?: TextFilter | null | undefined;
  /** Regions, ISO 3166-2 codes, or `Unknown`. */
  region?: TextFilter | null | undefined;
  /** Identifiers of the rules that chose the destination, or `Unknown` for none. */
  rule?: TextFilter | null | undefined;
  /** IANA time zone in which days, months, quarters and years begin, such as `Europe/Berlin`. */
  timezone?: string;
  /** End of the period (exclusive), instead of `interval`. */
  to?: string | null | undefined;
  /** How visitors arrived: `link`, `qr`, `bio` or `api`. */
  trigger?: TriggerFilter | null | undefined;
  /** Values of utm_campaign, or `Unknown`. */
  utmCampaign?: TextFilter | null | undefined;
  /** Values of utm_content, or `Unknown`. */
  utmContent?: TextFilter | null | undefined;
  /** Values of utm_medium, or `Unknown`. */
  utmMedium?: TextFilter | null | undefined;
  /** Values of utm_source, or `Unknown`. */
  utmSource?: TextFilter | null | undefined;
  /** Values of utm_term, or `Unknown`. */
  utmTerm?: TextFilter | null | undefined;
  /** Names of variants of a split, or `Unknown` for none. */
  variant?: TextFilter | null | undefined;
};

/** A period until now. */
export type ClickInterval =
  /** All time. */
  | 'ALL'
  /** The last year, including today. */
  | 'LAST_1Y'
  /** The last 7 days, including today. */
  | 'LAST_7D'
  /** The last 24 hours. */
  | 'LAST_24H'
  /** The last 30 days, including today. */
  | 'LAST_30D'
  /** The last 90 days, including today. */
  | 'LAST_90D'
  /** This month. */
  | 'MTD'
  /** This quarter. */
  | 'QTD'
  /** This year. */
  | 'YTD';

/** How a visitor arrived. */
export type ClickTrigger =
  /** By a request that resolved the link over the API. */
  | 'API'
  /** By a Link-in-Bio page. */
  | 'BIO'
  /** By the short address. */
  | 'LINK'
  /** By a QR code. */
  | 'QR';

/** Why a link cannot have a code. */
export type CodeIssue =
  /** It is too short, too long, or has other characters than letters, digits and single dashes. */
  | 'MALFORMED'
  /** It contains a word that is not allowed. */
  | 'NOT_ALLOWED'
  /** A page of the service has it. */
  | 'RESERVED'
  /** Another link has it, or it is kept for a former owner. */
  | 'TAKEN';

/** Continent of a visitor, by the country. */
export type Continent =
  /** Africa. */
  | 'AF'
  /** Antarctica. */
  | 'AN'
  /** Asia. */
  | 'AS'
  /** Europe, with Russia and Cyprus. */
  | 'EU'
  /** North and Central America, and the Caribbean. */
  | 'NA'
  /** Australia and Oceania. */
  | 'OC'
  /** South America. */
  | 'SA'
  /** The country is not known. */
  | 'UNKNOWN';

/** Values of a field. A click must have one (`in`) or none (`notIn`) of them. */
export type ContinentFilter = {
  /** Only clicks with one of these values, 1 to 50. */
  in?: Array<Continent> | null | undefined;
  /** Only clicks with none of these values, 1 to 50, instead of `in`. */
  notIn?: Array<Continent> | null | undefined;
};

/** A new bio page, which is a draft at first. */
export type CreateBioPageInput = {
  /** Colour of the links, such as `#b8392a`; null for the colour of the preset. For `outline` and `soft` it needs a contrast of 4.5:1 with the page. */
  accentColor?: string | null | undefined;
  /** Colour of the page on light and dark devices alike, such as `#fff7ed`; null for the colours of the preset. The text is black or white. */
  backgroundColor?: string | null | undefined;
  /** How the links look. Default: `filled`. */
  buttonStyle?: BioButtonStyle | null | undefined;
  /** A few words below the title, at most 300 characters. */
  description?: string | null | undefined;
  /** The typeface. Default: `sans`. */
  font?: BioFont | null | undefined;
  /** The colours. Default: `paper`. */
  preset?: BioThemePreset | null | undefined;
  /** Description for search engines and previews, at most 300 characters. Null for the description. */
  seoDescription?: string | null | undefined;
  /** Title for search engines and previews, at most 100 characters. Null for the title. */
  seoTitle?: string | null | undefined;
  /** Last part of the address of the page: 3 to 64 letters A to Z, digits and dashes. */
  slug: string;
  /** Name of the person or the thing, 1 to 100 characters. */
  title: string;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
};

/** A new device rule. */
export type CreateDeviceRuleInput = {
  /** Where visitors who match go: an http or https address of at most 8192 characters. */
  destination: string;
  /** Device or operating system of the visitors who match. */
  device: RuleDevice;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
};

/** A new QR code with a changeable target. */
export type CreateDynamicQrInput = {
  /** Colour of the light modules and the quiet zone, such as `ffffff`. */
  background?: string | null | undefined;
  /** Colour of the dark modules, such as `1f2937`. Darker than the background, with a contrast of at least 4:1. */
  color?: string | null | undefined;
  /** The target: an http or https URL of at most 8192 characters. */
  destination: string;
  /** Make the background transparent, for a light surface only: no reader reads the code on a dark one. Default: false. */
  isTransparent?: boolean | null | undefined;
  /** Error correction level. Default: `M`. At least `Q` with a logo. */
  level?: ErrorCorrectionLevel | null | undefined;
  /** Identifier of one of your logos, shown in the centre of the code. Null for none. */
  logoId?: string | null | undefined;
  /** Width of the quiet zone in modules, 0 to 10. Default: 4. Some readers fail with less, and no reader reads a code without it on a dark surface. */
  margin?: number | null | undefined;
  /** Width and height of the image in pixels, 64 to 2048. Default: 512. */
  size?: number | null | undefined;
  /** Title, 1 to 255 characters. */
  title: string;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
};

/** A new geo rule. */
export type CreateGeoRuleInput = {
  /** What happens to visitors who match. */
  action?: GeoAction;
  /** What blocked visitors read, 1 to 500 characters. Null, and by default: a sentence in their language. */
  blockMessage?: string | null | undefined;
  /** Whether visitors match who are in the places, or who are elsewhere. */
  condition?: GeoCondition;
  /** Where visitors who match go. Required to redirect; a rule that blocks has none. */
  destination?: string | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Which kind of place the rule compares. */
  matchType: GeoMatchType;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
  /** The places, 1 to 250: ISO 3166-1 codes (`DE`), continents (`EU`) or ISO 3166-2 codes (`DE-BE`). */
  values: Array<string>;
};

/** A new language rule. */
export type CreateLanguageRuleInput = {
  /** Where visitors who match go: an http or https address of at most 8192 characters. */
  destination: string;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Languages (BCP 47), 1 to 20. `de` also matches `de-AT`, and `zh-Hant` also `zh-TW`. The languages of the browser are tried in its order, until a rule has one. */
  languages: Array<string>;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
};

/** A new page with statistics: of a link, a folder or a tag, so one of the three ids. */
export type CreateSharedStatsPageInput = {
  /** When the page can no longer be opened, in the future. Null for no end. */
  expiresAt?: string | null | undefined;
  /** Identifier of a folder. */
  folderId?: string | null | undefined;
  /** Start of the period (inclusive), in 2000 or later, instead of `interval`. */
  from?: string | null | undefined;
  /** Period until now. Default: all time. */
  interval?: ClickInterval | null | undefined;
  /** Whether the page shows the titles of links; the code of a link in place of a title that contains its destination. */
  showsLinkTitles?: boolean;
  /** Identifier of a tag. */
  tagId?: string | null | undefined;
  /** IANA time zone in which days begin, such as `Europe/Berlin`. */
  timezone?: string;
  /** Heading of the page, 1 to 100 characters. Null for a general heading. */
  title?: string | null | undefined;
  /** End of the period (exclusive), at most a year ahead, instead of `interval`. */
  to?: string | null | undefined;
  /** Identifier of a link or of the link of a dynamic QR code. */
  urlId?: string | null | undefined;
};

/** A new variant of a split. */
export type CreateSplitRuleInput = {
  /** Where visitors of this variant go. Null, and by default: the destination of the link. */
  destination?: string | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Name of the variant, 1 to 40 characters, by which clicks are grouped. */
  name: string;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
  /** Share of the visitors, 1 to 1000, relative to the other active variants. */
  weight?: number;
};

/** A new time rule. It has days, times of the day, or instants. */
export type CreateTimeRuleInput = {
  /** Days on which the window opens. Null, and by default: every day. */
  days?: Array<Weekday> | null | undefined;
  /** Where visitors who match go: an http or https address of at most 8192 characters. */
  destination: string;
  /** When the window closes (exclusive), such as `17:30`. A time before `startTime` is on the next day. */
  endTime?: string | null | undefined;
  /** Until when (exclusive) the rule is used. */
  endsAt?: string | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
  /** When the window opens on these days, such as `09:00`. Null, and by default: the whole day. */
  startTime?: string | null | undefined;
  /** From when the rule is used. */
  startsAt?: string | null | undefined;
  /** IANA time zone of the days and times, such as `Europe/Berlin`. */
  timezone?: string;
};

/** A new short link. */
export type CreateUrlInput = {
  /** Number of clicks after which the link expires, at least 1. */
  clickLimit?: number | null | undefined;
  /** Alias: 3 to 64 letters, digits and dashes, unique regardless of case. Default: a generated code. */
  code?: string | null | undefined;
  /** Destination: an http or https address of at most 8192 characters. */
  destination: string;
  /** Identifier of a verified domain of the workspace, for a short address there. It cannot be changed later. Default: the host of the service. */
  domainId?: string | null | undefined;
  /** Where visitors are redirected after the link has expired. Default: a page that says so. */
  expiredUrl?: string | null | undefined;
  /** Time at which the link expires. */
  expiresAt?: string | null | undefined;
  /** Identifier of a folder of the workspace. */
  folderId?: string | null | undefined;
  /** Add the visitor's query parameters to the destination: the first 100 within 2,048 characters. */
  forwardQuery?: boolean;
  /** Show the destination, which must be https, in a frame at the short address. */
  isCloaked?: boolean;
  /** Where visitors are redirected before `startsAt`. Default: a page that says when the link opens. */
  notYetUrl?: string | null | undefined;
  /** Description that social networks and messengers show of the link, 1 to 1000 characters. */
  ogDescription?: string | null | undefined;
  /** Image that social networks and messengers show of the link: an https address of at most 2048 characters. */
  ogImage?: string | null | undefined;
  /** Title that social networks and messengers show of the link, 1 to 255 characters. */
  ogTitle?: string | null | undefined;
  /** Password that visitors must enter, 4 to 128 characters. */
  password?: string | null | undefined;
  /** Record only the hour of a click, and nothing about the visitor. */
  privacyMode?: boolean;
  /** HTTP status of the redirect: 301, 302, 307 or 308. */
  redirectType?: number;
  /** Time from which the link is open, before `expiresAt`. Until then visitors see a page that says so, with the status 404. */
  startsAt?: string | null | undefined;
  /** Identifiers of tags of the workspace, at most 20. They replace the present tags. */
  tagIds?: Array<string> | null | undefined;
  /** Title, 1 to 255 characters. Default: host and path of the destination. */
  title?: string | null | undefined;
  /** `utm_campaign` that the redirect adds to the destination. */
  utmCampaign?: string | null | undefined;
  /** `utm_content` that the redirect adds to the destination. */
  utmContent?: string | null | undefined;
  /** `utm_medium` that the redirect adds to the destination. */
  utmMedium?: string | null | undefined;
  /** `utm_source` that the redirect adds to the destination. */
  utmSource?: string | null | undefined;
  /** Identifier of a UTM template of the workspace. It fills the UTM values that the input leaves out; one that is null here stays empty. */
  utmTemplateId?: string | null | undefined;
  /** `utm_term` that the redirect adds to the destination. */
  utmTerm?: string | null | undefined;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
};

/** A new UTM template. At least one of its UTM values must be set. */
export type CreateUtmTemplateInput = {
  /** Name, 1 to 64 characters, unique in the workspace regardless of case. */
  name: string;
  /** `utm_campaign` that the redirect adds to the destination. */
  utmCampaign?: string | null | undefined;
  /** `utm_content` that the redirect adds to the destination. */
  utmContent?: string | null | undefined;
  /** `utm_medium` that the redirect adds to the destination. */
  utmMedium?: string | null | undefined;
  /** `utm_source` that the redirect adds to the destination. */
  utmSource?: string | null | undefined;
  /** `utm_term` that the redirect adds to the destination. */
  utmTerm?: string | null | undefined;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
};

/** Values of a field. A click must have one (`in`) or none (`notIn`) of them. */
export type DeviceFilter = {
  /** Only clicks with one of these values, 1 to 50. */
  in?: Array<DeviceType> | null | undefined;
  /** Only clicks with none of these values, 1 to 50, instead of `in`. */
  notIn?: Array<DeviceType> | null | undefined;
};

/** Type of the device of a visitor. */
export type DeviceType =
  /** A desktop or laptop computer. */
  | 'DESKTOP'
  /** A mobile phone. */
  | 'MOBILE'
  /** Another device, or one that the user agent does not name. */
  | 'OTHER'
  /** A tablet. */
  | 'TABLET'
  /** A television. */
  | 'TV'
  /** Not recorded, as in privacy mode. */
  | 'UNKNOWN';

/** Whether a domain can have links. */
export type DomainStatus =
  /** The workspace has yet to prove that the domain is its own. */
  | 'PENDING'
  /** The domain belongs to the workspace, and visitors reach its links. */
  | 'VERIFIED';

/** How much damage a QR code tolerates (ISO/IEC 18004). */
export type ErrorCorrectionLevel =
  /** 30 per cent of the code may be damaged. */
  | 'H'
  /** 7 per cent of the code may be damaged. */
  | 'L'
  /** 15 per cent of the code may be damaged. */
  | 'M'
  /** 25 per cent of the code may be damaged. */
  | 'Q';

/** What a geo rule does. */
export type GeoAction =
  /** Gives visitors a page that refuses them. */
  | 'BLOCK'
  /** Sends visitors to the destination of the rule. */
  | 'REDIRECT';

/** How places are compared. */
export type GeoCondition =
  /** Visitors who are in one of the places. */
  | 'IN'
  /** Visitors who are in none of the places. One whose place is not known does not match. */
  | 'NOT_IN';

/** A kind of place. */
export type GeoMatchType =
  /** Continents: AF, AN, AS, EU, NA, OC and SA. */
  | 'CONTINENT'
  /** Countries, ISO 3166-1 alpha-2. */
  | 'COUNTRY'
  /** Regions, ISO 3166-2. Known only with a database of cities. */
  | 'REGION';

/** How a question was parsed. */
export type InsightSource =
  /** By the language model. */
  | 'MODEL'
  /** By the built-in rules. */
  | 'RULES';

/** Whether a destination can be reached. */
export type LinkHealthState =
  /** Only the last check failed. */
  | 'FAILING'
  /** The last check succeeded. */
  | 'REACHABLE'
  /** It has not been checked yet, or is not watched. */
  | 'UNKNOWN'
  /** The last two or more checks failed. */
  | 'UNREACHABLE';

/** What a short address belongs to. */
export type LinkKind =
  /** A block of a bio page. */
  | 'BIO'
  /** A short link. */
  | 'LINK'
  /** A dynamic QR code. */
  | 'QR';

/** Sort order of links. */
export type LinkSort =
  /** Least clicked first. Clicks count within seconds. */
  | 'CLICKS_ASC'
  /** Most clicked first. Clicks count within seconds. */
  | 'CLICKS_DESC'
  /** Oldest first. */
  | 'CREATED_ASC'
  /** Newest first. */
  | 'CREATED_DESC'
  /** Soonest expiry date first, also one that has passed, and those without a date last. */
  | 'EXPIRES_ASC'
  /** Last clicked first, and those without a click last. Clicks count within seconds. */
  | 'LAST_CLICK_DESC'
  /** By title, ignoring case. */
  | 'TITLE_ASC'
  /** By title in reverse, ignoring case. */
  | 'TITLE_DESC'
  /** Last changed first. */
  | 'UPDATED_DESC';

/** What a visitor of a link meets: `active`, or the first of the others that applies. */
export type LinkState =
  /** Visitors reach its destination. */
  | 'ACTIVE'
  /** Blocked, after reports or for its destination. */
  | 'BLOCKED'
  /** Its expiry date has passed. */
  | 'EXPIRED'
  /** Switched off. */
  | 'INACTIVE'
  /** It has had all clicks of its limit. */
  | 'LIMIT_REACHED'
  /** The time from which it is open has not come. */
  | 'SCHEDULED';

/** The plan of a workspace, which decides its limits. */
export type Plan =
  /** More than `pro`. */
  | 'BUSINESS'
  /** What every workspace begins with. */
  | 'FREE'
  /** More than `free`. */
  | 'PRO';

/** What a plan limits in a workspace. */
export type PlanResource =
  /** Active API keys. */
  | 'API_KEYS'
  /** Bio pages. */
  | 'BIO_PAGES'
  /** Dynamic QR codes. */
  | 'DYNAMIC_QRS'
  /** Members and open invitations. */
  | 'MEMBERS'
  /** Links, without links of dynamic QR codes. */
  | 'URLS'
  /** Webhooks. */
  | 'WEBHOOKS';

/** A device or operating system of visitors. */
export type RuleDevice =
  /** Phones and tablets with Android. */
  | 'ANDROID'
  /** Chrome OS. */
  | 'CHROMEOS'
  /** Any desktop or laptop computer. */
  | 'DESKTOP'
  /** iPhones, and iPads that say so. */
  | 'IOS'
  /** Linux. */
  | 'LINUX'
  /** macOS, and iPads that ask for desktop pages. */
  | 'MACOS'
  /** Any mobile phone. */
  | 'MOBILE'
  /** Any tablet. */
  | 'TABLET'
  /** Windows. */
  | 'WINDOWS';

/** What a rule looks at. */
export type RuleKind =
  /** The device of the visitor. */
  | 'DEVICE'
  /** The place of the visitor. */
  | 'GEO'
  /** The language that the visitor prefers. */
  | 'LANGUAGE'
  /** Nothing: visitors are divided by weights. */
  | 'SPLIT'
  /** The time of the visit. */
  | 'TIME';

/** A permission of a credential. */
export type Scope =
  /** Read click telemetry and visitor metrics. */
  | 'READ_ANALYTICS'
  /** Read links and their metadata, and list dynamic QR codes. */
  | 'READ_LINKS'
  /** Read profile and account details. */
  | 'READ_PROFILE'
  /** Create, modify and delete links. */
  | 'WRITE_LINKS'
  /** Update profile and credentials. */
  | 'WRITE_PROFILE'
  /** Create and manage dynamic QR codes. */
  | 'WRITE_QR';

/** What to do with the links that a filter selects. */
export type SelectionAction =
  /** Give the links the tags `changeTagIds`, besides those that they have. */
  | 'ADD_TAGS'
  /** Delete the links and their click history. This cannot be undone. */
  | 'DELETE'
  /** Disable the links. */
  | 'DISABLE'
  /** Enable the links. */
  | 'ENABLE'
  /** Put the links into the folder `toFolderId`, or out of every folder without it. */
  | 'MOVE'
  /** Take the tags `changeTagIds` from the links. */
  | 'REMOVE_TAGS';

/** Length of the buckets of a time series. */
export type SeriesUnit =
  /** A length that suits the period. */
  | 'AUTO'
  /** Days. */
  | 'DAY'
  /** Hours. */
  | 'HOUR'
  /** Minutes. */
  | 'MINUTE'
  /** Months. */
  | 'MONTH'
  /** Weeks, from Monday. */
  | 'WEEK';

/** What shared statistics are about. */
export type SharedStatsSubject =
  /** All links in a folder. */
  | 'FOLDER'
  /** One link. */
  | 'LINK'
  /** All links with a tag. */
  | 'TAG';

/** A network for which bio pages have an icon. */
export type SocialNetwork =
  /** Bluesky. */
  | 'BLUESKY'
  /** Discord. */
  | 'DISCORD'
  /** Facebook. */
  | 'FACEBOOK'
  /** GitHub. */
  | 'GITHUB'
  /** Instagram. */
  | 'INSTAGRAM'
  /** LinkedIn. */
  | 'LINKEDIN'
  /** Mastodon. */
  | 'MASTODON'
  /** Pinterest. */
  | 'PINTEREST'
  /** Snapchat. */
  | 'SNAPCHAT'
  /** Spotify. */
  | 'SPOTIFY'
  /** Telegram. */
  | 'TELEGRAM'
  /** Threads. */
  | 'THREADS'
  /** TikTok. */
  | 'TIKTOK'
  /** Twitch. */
  | 'TWITCH'
  /** WhatsApp. */
  | 'WHATSAPP'
  /** X. */
  | 'X'
  /** YouTube. */
  | 'YOUTUBE';

/** The color in which a tag is shown. */
export type TagColor =
  /** Blue. */
  | 'BLUE'
  /** Gray. */
  | 'GRAY'
  /** Green. */
  | 'GREEN'
  /** Orange. */
  | 'ORANGE'
  /** Pink. */
  | 'PINK'
  /** Purple. */
  | 'PURPLE'
  /** Red. */
  | 'RED'
  /** Yellow. */
  | 'YELLOW';

/** A visitor to try the rules of a link with. What is absent is unknown. */
export type TestUrlRulesInput = {
  /** Country of the visitor, ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  /** Device of the visitor. `ios` and `android` are mobile phones too, and other systems desktop computers. */
  device?: RuleDevice | null | undefined;
  /** An `Accept-Language` header, such as `de` or `de-AT,en;q=0.8`. */
  language?: string | null | undefined;
  /** Region of the visitor, ISO 3166-2, which also names the country. */
  region?: string | null | undefined;
  /** Time of the visit. Default: now. */
  time?: string | null | undefined;
  /** A `User-Agent` header, instead of `device`. */
  userAgent?: string | null | undefined;
};

/** Values of a field. A click must have one (`in`) or none (`notIn`) of them. Case is ignored. */
export type TextFilter = {
  /** Only clicks with one of these values, 1 to 50. */
  in?: Array<string> | null | undefined;
  /** Only clicks with none of these values, 1 to 50, instead of `in`. */
  notIn?: Array<string> | null | undefined;
};

/** Values of a field. A click must have one (`in`) or none (`notIn`) of them. */
export type TriggerFilter = {
  /** Only clicks with one of these values, 1 to 50. */
  in?: Array<ClickTrigger> | null | undefined;
  /** Only clicks with none of these values, 1 to 50, instead of `in`. */
  notIn?: Array<ClickTrigger> | null | undefined;
};

/** Changes of the draft of a bio page. Absent fields keep their value; null clears an optional one. */
export type UpdateBioPageDraftInput = {
  /** Colour of the links, such as `#b8392a`; null for the colour of the preset. For `outline` and `soft` it needs a contrast of 4.5:1 with the page. */
  accentColor?: string | null | undefined;
  /** Colour of the page on light and dark devices alike, such as `#fff7ed`; null for the colours of the preset. The text is black or white. */
  backgroundColor?: string | null | undefined;
  /** All blocks in their order, at most 50. What the list does not name will be deleted by publishing. */
  blocks?: Array<BioDraftBlockInput> | null | undefined;
  /** How the links look. Default: `filled`. */
  buttonStyle?: BioButtonStyle | null | undefined;
  /** A few words below the title, at most 300 characters. */
  description?: string | null | undefined;
  /** The typeface. Default: `sans`. */
  font?: BioFont | null | undefined;
  /** The colours. Default: `paper`. */
  preset?: BioThemePreset | null | undefined;
  /** Description for search engines and previews, at most 300 characters. Null for the description. */
  seoDescription?: string | null | undefined;
  /** Title for search engines and previews, at most 100 characters. Null for the title. */
  seoTitle?: string | null | undefined;
  /** Name of the person or the thing, 1 to 100 characters. */
  title?: string | null | undefined;
};

/** Changes of a device rule. Absent fields keep their value. */
export type UpdateDeviceRuleInput = {
  /** Where visitors who match go: an http or https address of at most 8192 characters. */
  destination?: string | null | undefined;
  /** Device or operating system of the visitors who match. */
  device?: RuleDevice | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
};

/** Changes of a dynamic QR code. Absent fields keep their value. */
export type UpdateDynamicQrInput = {
  /** Colour of the light modules and the quiet zone, such as `ffffff`. */
  background?: string | null | undefined;
  /** Colour of the dark modules, such as `1f2937`. Darker than the background, with a contrast of at least 4:1. */
  color?: string | null | undefined;
  /** The target: an http or https URL of at most 8192 characters. */
  destination?: string | null | undefined;
  /** Switch the code on or off. */
  isActive?: boolean | null | undefined;
  /** Make the background transparent, for a light surface only: no reader reads the code on a dark one. Default: false. */
  isTransparent?: boolean | null | undefined;
  /** Error correction level. Default: `M`. At least `Q` with a logo. */
  level?: ErrorCorrectionLevel | null | undefined;
  /** Identifier of one of your logos, shown in the centre of the code. Null for none. */
  logoId?: string | null | undefined;
  /** Width of the quiet zone in modules, 0 to 10. Default: 4. Some readers fail with less, and no reader reads a code without it on a dark surface. */
  margin?: number | null | undefined;
  /** Width and height of the image in pixels, 64 to 2048. Default: 512. */
  size?: number | null | undefined;
  /** Title, 1 to 255 characters. */
  title?: string | null | undefined;
};

/** Changes of a geo rule. Absent fields keep their value. */
export type UpdateGeoRuleInput = {
  /** What happens to visitors who match. */
  action?: GeoAction | null | undefined;
  /** What blocked visitors read, 1 to 500 characters. Null, and by default: a sentence in their language. */
  blockMessage?: string | null | undefined;
  /** Whether visitors match who are in the places, or who are elsewhere. */
  condition?: GeoCondition | null | undefined;
  /** Where visitors who match go. Required to redirect; a rule that blocks has none. */
  destination?: string | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Which kind of place the rule compares. */
  matchType?: GeoMatchType | null | undefined;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
  /** The places, 1 to 250: ISO 3166-1 codes (`DE`), continents (`EU`) or ISO 3166-2 codes (`DE-BE`). */
  values?: Array<string> | null | undefined;
};

/** Changes of a language rule. Absent fields keep their value. */
export type UpdateLanguageRuleInput = {
  /** Where visitors who match go: an http or https address of at most 8192 characters. */
  destination?: string | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Languages (BCP 47), 1 to 20. `de` also matches `de-AT`, and `zh-Hant` also `zh-TW`. The languages of the browser are tried in its order, until a rule has one. */
  languages?: Array<string> | null | undefined;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
};

/** Changes of a split rule. Absent fields keep their value. */
export type UpdateSplitRuleInput = {
  /** Where visitors of this variant go. Null, and by default: the destination of the link. */
  destination?: string | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Name of the variant, 1 to 40 characters, by which clicks are grouped. */
  name?: string | null | undefined;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
  /** Share of the visitors, 1 to 1000, relative to the other active variants. */
  weight?: number | null | undefined;
};

/** Changes of a time rule. Absent fields keep their value. */
export type UpdateTimeRuleInput = {
  /** Days on which the window opens. Null, and by default: every day. */
  days?: Array<Weekday> | null | undefined;
  /** Where visitors who match go: an http or https address of at most 8192 characters. */
  destination?: string | null | undefined;
  /** When the window closes (exclusive), such as `17:30`. A time before `startTime` is on the next day. */
  endTime?: string | null | undefined;
  /** Until when (exclusive) the rule is used. */
  endsAt?: string | null | undefined;
  /** Whether the rule is used. A new rule is by default. */
  isActive?: boolean | null | undefined;
  /** Place among the rules of this kind, from 1; the others move. A new rule is the last by default. */
  priority?: number | null | undefined;
  /** When the window opens on these days, such as `09:00`. Null, and by default: the whole day. */
  startTime?: string | null | undefined;
  /** From when the rule is used. */
  startsAt?: string | null | undefined;
  /** IANA time zone of the days and times, such as `Europe/Berlin`. */
  timezone?: string | null | undefined;
};

/** Changes of a short link. Absent fields keep their value, and null clears an option. */
export type UpdateUrlInput = {
  /** Number of clicks after which the link expires, at least 1. */
  clickLimit?: number | null | undefined;
  /** Alias: 3 to 64 letters, digits and dashes, unique regardless of case. An imported link may keep its other one. */
  code?: string | null | undefined;
  /** New http or https destination of at most 8192 characters. */
  destination?: string | null | undefined;
  /** Where visitors are redirected after the link has expired. Default: a page that says so. */
  expiredUrl?: string | null | undefined;
  /** Time at which the link expires. */
  expiresAt?: string | null | undefined;
  /** Identifier of a folder of the workspace. */
  folderId?: string | null | undefined;
  /** Add the visitor's query parameters to the destination: the first 100 within 2,048 characters. */
  forwardQuery?: boolean | null | undefined;
  /** `updatedAt` of the link as you have read it. A link that was updated since then stays as it is, with the error `LINK_CHANGED`. Without it the last update wins. */
  ifUnmodifiedSince?: string | null | undefined;
  /** Enable or disable the link. */
  isActive?: boolean | null | undefined;
  /** Show the destination, which must be https, in a frame at the short address. */
  isCloaked?: boolean | null | undefined;
  /** Where visitors are redirected before `startsAt`. Default: a page that says when the link opens. */
  notYetUrl?: string | null | undefined;
  /** Description that social networks and messengers show of the link, 1 to 1000 characters. */
  ogDescription?: string | null | undefined;
  /** Image that social networks and messengers show of the link: an https address of at most 2048 characters. */
  ogImage?: string | null | undefined;
  /** Title that social networks and messengers show of the link, 1 to 255 characters. */
  ogTitle?: string | null | undefined;
  /** Password that visitors must enter, 4 to 128 characters. */
  password?: string | null | undefined;
  /** Record only the hour of a click, and nothing about the visitor. */
  privacyMode?: boolean | null | undefined;
  /** HTTP status of the redirect: 301, 302, 307 or 308. */
  redirectType?: number | null | undefined;
  /** Time from which the link is open, before `expiresAt`. Until then visitors see a page that says so, with the status 404. */
  startsAt?: string | null | undefined;
  /** Identifiers of tags of the workspace, at most 20. They replace the present tags. */
  tagIds?: Array<string> | null | undefined;
  /** Title, 1 to 255 characters. Default: host and path of the destination. */
  title?: string | null | undefined;
  /** `utm_campaign` that the redirect adds to the destination. */
  utmCampaign?: string | null | undefined;
  /** `utm_content` that the redirect adds to the destination. */
  utmContent?: string | null | undefined;
  /** `utm_medium` that the redirect adds to the destination. */
  utmMedium?: string | null | undefined;
  /** `utm_source` that the redirect adds to the destination. */
  utmSource?: string | null | undefined;
  /** `utm_term` that the redirect adds to the destination. */
  utmTerm?: string | null | undefined;
};

/** Changes of one of several links. Absent fields keep their value. */
export type UpdateUrlItem = {
  /** Number of clicks after which the link expires, at least 1. */
  clickLimit?: number | null | undefined;
  /** Alias: 3 to 64 letters, digits and dashes, unique regardless of case. An imported link may keep its other one. */
  code?: string | null | undefined;
  /** New http or https destination of at most 8192 characters. */
  destination?: string | null | undefined;
  /** Where visitors are redirected after the link has expired. Default: a page that says so. */
  expiredUrl?: string | null | undefined;
  /** Time at which the link expires. */
  expiresAt?: string | null | undefined;
  /** Identifier of a folder of the workspace. */
  folderId?: string | null | undefined;
  /** Add the visitor's query parameters to the destination: the first 100 within 2,048 characters. */
  forwardQuery?: boolean | null | undefined;
  /** Identifier of the link. */
  id: string;
  /** `updatedAt` of the link as you have read it. A link that was updated since then stays as it is, with the error `LINK_CHANGED`. Without it the last update wins. */
  ifUnmodifiedSince?: string | null | undefined;
  /** Enable or disable the link. */
  isActive?: boolean | null | undefined;
  /** Show the destination, which must be https, in a frame at the short address. */
  isCloaked?: boolean | null | undefined;
  /** Where visitors are redirected before `startsAt`. Default: a page that says when the link opens. */
  notYetUrl?: string | null | undefined;
  /** Description that social networks and messengers show of the link, 1 to 1000 characters. */
  ogDescription?: string | null | undefined;
  /** Image that social networks and messengers show of the link: an https address of at most 2048 characters. */
  ogImage?: string | null | undefined;
  /** Title that social networks and messengers show of the link, 1 to 255 characters. */
  ogTitle?: string | null | undefined;
  /** Password that visitors must enter, 4 to 128 characters. */
  password?: string | null | undefined;
  /** Record only the hour of a click, and nothing about the visitor. */
  privacyMode?: boolean | null | undefined;
  /** HTTP status of the redirect: 301, 302, 307 or 308. */
  redirectType?: number | null | undefined;
  /** Time from which the link is open, before `expiresAt`. Until then visitors see a page that says so, with the status 404. */
  startsAt?: string | null | undefined;
  /** Identifiers of tags of the workspace, at most 20. They replace the present tags. */
  tagIds?: Array<string> | null | undefined;
  /** Title, 1 to 255 characters. Default: host and path of the destination. */
  title?: string | null | undefined;
  /** `utm_campaign` that the redirect adds to the destination. */
  utmCampaign?: string | null | undefined;
  /** `utm_content` that the redirect adds to the destination. */
  utmContent?: string | null | undefined;
  /** `utm_medium` that the redirect adds to the destination. */
  utmMedium?: string | null | undefined;
  /** `utm_source` that the redirect adds to the destination. */
  utmSource?: string | null | undefined;
  /** `utm_term` that the redirect adds to the destination. */
  utmTerm?: string | null | undefined;
};

/** Changes of the design of the QR code of a link. Absent fields keep their value. */
export type UpdateUrlQrDesignInput = {
  /** Colour of the light modules and the quiet zone, such as `ffffff`. */
  background?: string | null | undefined;
  /** Colour of the dark modules, such as `1f2937`. Darker than the background, with a contrast of at least 4:1. */
  color?: string | null | undefined;
  /** Make the background transparent, for a light surface only: no reader reads the code on a dark one. Default: false. */
  isTransparent?: boolean | null | undefined;
  /** Error correction level. Default: `M`. At least `Q` with a logo. */
  level?: ErrorCorrectionLevel | null | undefined;
  /** Identifier of one of your logos, shown in the centre of the code. Null for none. */
  logoId?: string | null | undefined;
  /** Width of the quiet zone in modules, 0 to 10. Default: 4. Some readers fail with less, and no reader reads a code without it on a dark surface. */
  margin?: number | null | undefined;
  /** Width and height of the image in pixels, 64 to 2048. Default: 512. */
  size?: number | null | undefined;
};

/** A day of the week. */
export type Weekday =
  /** Friday. */
  | 'FRIDAY'
  /** Monday. */
  | 'MONDAY'
  /** Saturday. */
  | 'SATURDAY'
  /** Sunday. */
  | 'SUNDAY'
  /** Thursday. */
  | 'THURSDAY'
  /** Tuesday. */
  | 'TUESDAY'
  /** Wednesday. */
  | 'WEDNESDAY';

/** What a member may do in a workspace. Each role may do what the ones after it may. */
export type WorkspaceRole =
  /** Also manages members, invitations and settings. */
  | 'ADMIN'
  /** Also creates and changes links. */
  | 'MEMBER'
  /** May do everything, also delete the workspace and give this role. */
  | 'OWNER'
  /** May read. */
  | 'VIEWER';

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, name: string, email: string, emailVerifiedAt: string | null, hasEarlierMembers: boolean | null } | null, workspaces: { nodes: Array<{ id: string, name: string, isPersonal: boolean, role: WorkspaceRole, plan: Plan, urlCount: number }> } | null };

export type EndSessionMutationVariables = Exact<{ [key: string]: never; }>;


export type EndSessionMutation = { endSession: { success: boolean } | null };

export type EndAllSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndAllSessionsMutation = { logout: { success: boolean } | null };

export type FindLinksQueryVariables = Exact<{
  search: string;
}>;


export type FindLinksQuery = { urls: { nodes: Array<{ id: string, title: string, shortUrl: string }> } | null, dynamicQrs: { nodes: Array<{ id: string, title: string }> } | null };

export type LastLinkQueryVariables = Exact<{ [key: string]: never; }>;


export type LastLinkQuery = { urls: { nodes: Array<{ id: string, shortUrl: string }> } | null };

export type UsageQueryVariables = Exact<{
  id: string;
}>;


export type UsageQuery = { workspace: { id: string, plan: Plan, usage: Array<{ resource: PlanResource, used: number, limit: number }> } | null };

export type ProveIdentityMutationVariables = Exact<{
  code?: string | null | undefined;
  password?: string | null | undefined;
}>;


export type ProveIdentityMutation = { proveIdentity: { id: string } | null };

export type LinkActivitiesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type LinkActivitiesQuery = { activities: { nodes: Array<{ id: string, type: ActivityType, actorId: string, actorName: string | null, summary: string, createdAt: string, changes: Array<{ field: string, from: string | null, to: string | null }> | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AskQueryVariables = Exact<{
  question: string;
  timezone: string;
}>;


export type AskQuery = { askAnalytics: { answer: string, data: { source: InsightSource, suggestions: Array<string>, total: number | null, query: { document: string, variables: unknown } | null, period: { label: string, from: string | null, to: string | null } | null, comparedTo: { label: string } | null, rows: Array<{ name: string, value: string | null, urlId: string | null, timestamp: string | null, clicks: number, uniqueVisitors: number | null, share: number | null, average: number | null }> } } | null };

export type HealthFragment = { state: LinkHealthState, isWatched: boolean, lastCheckedAt: string | null, lastStatus: number | null, lastError: string | null, failingSince: string | null, nextCheckAt: string | null };

export type LinkHealthAndAnomaliesQueryVariables = Exact<{
  id: string;
}>;


export type LinkHealthAndAnomaliesQuery = { urlHealth: { state: LinkHealthState, isWatched: boolean, lastCheckedAt: string | null, lastStatus: number | null, lastError: string | null, failingSince: string | null, nextCheckAt: string | null } | null, url: { id: string, anomalies: { nodes: Array<{ id: string, kind: AnomalyKind, status: AnomalyStatus, observed: number, expected: number, country: string | null, windowStart: string }> } | null } | null };

export type WatchLinkMutationVariables = Exact<{
  id: string;
  isWatched?: boolean | null | undefined;
}>;


export type WatchLinkMutation = { updateUrlHealth: { state: LinkHealthState, isWatched: boolean, lastCheckedAt: string | null, lastStatus: number | null, lastError: string | null, failingSince: string | null, nextCheckAt: string | null } | null };

export type CheckLinkMutationVariables = Exact<{
  id: string;
}>;


export type CheckLinkMutation = { checkUrlHealth: { state: LinkHealthState, isWatched: boolean, lastCheckedAt: string | null, lastStatus: number | null, lastError: string | null, failingSince: string | null, nextCheckAt: string | null } | null };

export type LinkDetailsFragment = { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, isCloaked: boolean, privacyMode: boolean, updatedAt: string, tags: Array<{ id: string }> };

export type LinkToEditQueryVariables = Exact<{
  id: string;
}>;


export type LinkToEditQuery = { url: { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, isCloaked: boolean, privacyMode: boolean, updatedAt: string, tags: Array<{ id: string }> } | null };

export type UpdateLinkMutationVariables = Exact<{
  id: string;
  input: UpdateUrlInput;
}>;


export type UpdateLinkMutation = { updateUrl: { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, isCloaked: boolean, privacyMode: boolean, updatedAt: string, shortUrl: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, tags: Array<{ id: string, name: string, color: TagColor }>, folder: { id: string, name: string } | null } | null };

export type UnfurlQueryVariables = Exact<{
  url: string;
}>;


export type UnfurlQuery = { unfurl: { title: string | null, siteName: string | null, description: string | null, image: string | null } | null };

export type UtmTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type UtmTemplatesQuery = { utmTemplates: { nodes: Array<{ id: string, name: string, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null }> } | null };

export type SaveUtmTemplateMutationVariables = Exact<{
  input: CreateUtmTemplateInput;
}>;


export type SaveUtmTemplateMutation = { createUtmTemplate: { id: string, name: string } | null };

export type CodeCheckQueryVariables = Exact<{
  code: string;
  domainId?: string | null | undefined;
}>;


export type CodeCheckQuery = { codeCheck: { isAvailable: boolean, issue: CodeIssue | null, suggestions: Array<string> } | null };

export type CreateFolderMutationVariables = Exact<{
  name: string;
}>;


export type CreateFolderMutation = { createFolder: { id: string, name: string, urlCount: number } | null };

export type CreateTagMutationVariables = Exact<{
  name: string;
  color: TagColor;
}>;


export type CreateTagMutation = { createTag: { id: string, name: string, color: TagColor, urlCount: number } | null };

export type LinkHeadQueryVariables = Exact<{
  id: string;
}>;


export type LinkHeadQuery = { url: { domainHost: string | null, workspaceId: string | null, blockedReason: AbuseReason | null, id: string, code: string, title: string, shortUrl: string, destination: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, creator: { id: string, name: string } | null, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null };

export type FindLinkQueryVariables = Exact<{
  code: string;
}>;


export type FindLinkQuery = { urls: { nodes: Array<{ id: string, code: string }> } | null };

export type LinksFileQueryVariables = Exact<{
  search?: string | null | undefined;
  state?: LinkState | null | undefined;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
  domainId?: string | null | undefined;
}>;


export type LinksFileQuery = { linkExport: { href: string, fileName: string } | null };

export type LinkRowFragment = { id: string, code: string, title: string, shortUrl: string, destination: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> };

export type LinksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  sort: LinkSort;
  search?: string | null | undefined;
  state?: LinkState | null | undefined;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
  domainId?: string | null | undefined;
}>;


export type LinksQuery = { urls: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, code: string, title: string, shortUrl: string, destination: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> }> } | null };

export type PlacesQueryVariables = Exact<{ [key: string]: never; }>;


export type PlacesQuery = { folders: { nodes: Array<{ id: string, name: string, urlCount: number }> } | null, tags: { nodes: Array<{ id: string, name: string, color: TagColor, urlCount: number }> } | null, domains: { nodes: Array<{ id: string, host: string, status: DomainStatus }> } | null };

export type CreateLinkMutationVariables = Exact<{
  input: CreateUrlInput;
}>;


export type CreateLinkMutation = { createUrl: { id: string, code: string, title: string, shortUrl: string, destination: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null };

export type SetActiveMutationVariables = Exact<{
  id: string;
  isActive: boolean;
}>;


export type SetActiveMutation = { updateUrl: { id: string, code: string, title: string, shortUrl: string, destination: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null };

export type DeleteLinksMutationVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DeleteLinksMutation = { deleteUrls: { summary: { succeeded: number, failed: number } } | null };

export type NewClicksSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type NewClicksSubscription = { clickRecorded: { id: string, country: string, device: DeviceType, createdAt: string, url: { id: string, currentClicks: number } | null } };

export type UpdateLinksMutationVariables = Exact<{
  items: Array<UpdateUrlItem> | UpdateUrlItem;
}>;


export type UpdateLinksMutation = { updateUrls: { summary: { succeeded: number, failed: number }, results: Array<{ error: { code: string, message: string } | null, url: { id: string, code: string, title: string, shortUrl: string, destination: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null }> } | null };

export type ChangeSelectedLinksMutationVariables = Exact<{
  action: SelectionAction;
  all: boolean;
  toFolderId?: string | null | undefined;
  changeTagIds?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  state?: LinkState | null | undefined;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
  domainId?: string | null | undefined;
}>;


export type ChangeSelectedLinksMutation = { changeSelectedUrls: { changed: number, failed: number, remaining: number } | null };

export type PageHeadFragment = { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null };

export type PageDraftFragment = { pageId: string, title: string, description: string | null, seoTitle: string | null, seoDescription: string | null, savedAt: string | null, theme: { preset: BioThemePreset, accentColor: string | null, backgroundColor: string | null, buttonStyle: BioButtonStyle, font: BioFont, linkContrast: number }, blocks: Array<{ id: string, type: BioBlockType, title: string | null, content: string | null, url: string | null, network: SocialNetwork | null, isVisible: boolean, scheduledFrom: string | null, scheduledUntil: string | null }> };

export type PagesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type PagesQuery = { bioPages: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null }> } | null };

export type FindPageQueryVariables = Exact<{
  slug: string;
}>;


export type FindPageQuery = { bioPages: { nodes: Array<{ id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null }> } | null };

export type PageDraftQueryVariables = Exact<{
  id: string;
}>;


export type PageDraftQuery = { bioPageDraft: { pageId: string, title: string, description: string | null, seoTitle: string | null, seoDescription: string | null, savedAt: string | null, theme: { preset: BioThemePreset, accentColor: string | null, backgroundColor: string | null, buttonStyle: BioButtonStyle, font: BioFont, linkContrast: number }, blocks: Array<{ id: string, type: BioBlockType, title: string | null, content: string | null, url: string | null, network: SocialNetwork | null, isVisible: boolean, scheduledFrom: string | null, scheduledUntil: string | null }> } | null, bioBlocks: Array<{ id: string, clicks: number, isBlocked: boolean }> | null };

export type PagePreviewQueryVariables = Exact<{
  id: string;
}>;


export type PagePreviewQuery = { bioPagePreview: { url: string } | null };

export type PageClicksQueryVariables = Exact<{
  id: string;
  filter?: ClickFilter | null | undefined;
}>;


export type PageClicksQuery = { bioPageAnalytics: { views: number, clicks: number, perBlock: Array<{ blockId: string, title: string, clicks: number, ctr: number | null }> } | null };

export type PageSlugCheckQueryVariables = Exact<{
  slug: string;
}>;


export type PageSlugCheckQuery = { codeCheck: { isAvailable: boolean, issue: CodeIssue | null, suggestions: Array<string> } | null };

export type PageQrCodesQueryVariables = Exact<{
  url: string;
}>;


export type PageQrCodesQuery = { dynamicQrs: { nodes: Array<{ id: string, title: string, destination: string, scans: number, imageUrl: string }> } | null };

export type CreatePageMutationVariables = Exact<{
  input: CreateBioPageInput;
}>;


export type CreatePageMutation = { createBioPage: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type DuplicatePageMutationVariables = Exact<{
  id: string;
  slug: string;
  title?: string | null | undefined;
}>;


export type DuplicatePageMutation = { duplicateBioPage: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type SavePageDraftMutationVariables = Exact<{
  id: string;
  input: UpdateBioPageDraftInput;
}>;


export type SavePageDraftMutation = { updateBioPageDraft: { pageId: string, title: string, description: string | null, seoTitle: string | null, seoDescription: string | null, savedAt: string | null, theme: { preset: BioThemePreset, accentColor: string | null, backgroundColor: string | null, buttonStyle: BioButtonStyle, font: BioFont, linkContrast: number }, blocks: Array<{ id: string, type: BioBlockType, title: string | null, content: string | null, url: string | null, network: SocialNetwork | null, isVisible: boolean, scheduledFrom: string | null, scheduledUntil: string | null }> } | null };

export type DiscardPageDraftMutationVariables = Exact<{
  id: string;
}>;


export type DiscardPageDraftMutation = { discardBioPageDraft: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type PublishPageMutationVariables = Exact<{
  id: string;
}>;


export type PublishPageMutation = { publishBioPage: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type UnpublishPageMutationVariables = Exact<{
  id: string;
}>;


export type UnpublishPageMutation = { unpublishBioPage: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type MovePageMutationVariables = Exact<{
  id: string;
  slug: string;
}>;


export type MovePageMutation = { updateBioPage: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type DeletePageMutationVariables = Exact<{
  id: string;
}>;


export type DeletePageMutation = { deleteBioPage: { success: boolean } | null };

export type SetPageImageMutationVariables = Exact<{
  id: string;
  kind: BioImageKind;
  image: string;
}>;


export type SetPageImageMutation = { setBioPageImage: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type DeletePageImageMutationVariables = Exact<{
  id: string;
  kind: BioImageKind;
}>;


export type DeletePageImageMutation = { deleteBioPageImage: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type QrRowFragment = { id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string };

export type QrDetailsFragment = { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, logo: { id: string, name: string } | null } };

export type QrDesignFieldsFragment = { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, logo: { id: string, name: string } | null };

export type QrCodesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type QrCodesQuery = { dynamicQrs: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string }> } | null };

export type QrCodeQueryVariables = Exact<{
  id: string;
}>;


export type QrCodeQuery = { dynamicQr: { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, logo: { id: string, name: string } | null } } | null };

export type QrCodeImagesQueryVariables = Exact<{
  id: string;
  color?: string | null | undefined;
  background?: string | null | undefined;
  isTransparent?: boolean | null | undefined;
  level?: ErrorCorrectionLevel | null | undefined;
  margin?: number | null | undefined;
}>;


export type QrCodeImagesQuery = { screen: { href: string } | null, print: { href: string } | null, sticker: { href: string } | null };

export type LinkQrDesignQueryVariables = Exact<{
  id: string;
}>;


export type LinkQrDesignQuery = { urlQrDesign: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, logo: { id: string, name: string } | null } | null };

export type LinkQrImagesQueryVariables = Exact<{
  id: string;
  color?: string | null | undefined;
  background?: string | null | undefined;
  isTransparent?: boolean | null | undefined;
  level?: ErrorCorrectionLevel | null | undefined;
  margin?: number | null | undefined;
}>;


export type LinkQrImagesQuery = { screen: { href: string } | null, print: { href: string } | null, sticker: { href: string } | null };

export type QrLogosQueryVariables = Exact<{ [key: string]: never; }>;


export type QrLogosQuery = { qrLogosConnection: { nodes: Array<{ id: string, name: string, imageUrl: string }> } | null };

export type CreateQrCodeMutationVariables = Exact<{
  input: CreateDynamicQrInput;
}>;


export type CreateQrCodeMutation = { createDynamicQr: { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, logo: { id: string, name: string } | null } } | null };

export type UpdateQrCodeMutationVariables = Exact<{
  id: string;
  input: UpdateDynamicQrInput;
}>;


export type UpdateQrCodeMutation = { updateDynamicQr: { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, logo: { id: string, name: string } | null } } | null };

export type UpdateLinkQrDesignMutationVariables = Exact<{
  id: string;
  input: UpdateUrlQrDesignInput;
}>;


export type UpdateLinkQrDesignMutation = { updateUrlQrDesign: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, logo: { id: string, name: string } | null } | null };

export type DeleteQrCodeMutationVariables = Exact<{
  id: string;
}>;


export type DeleteQrCodeMutation = { deleteDynamicQr: { success: boolean } | null };

export type AddQrLogoMutationVariables = Exact<{
  name: string;
  image: string;
}>;


export type AddQrLogoMutation = { createQrLogo: { id: string, name: string, imageUrl: string } | null };

type RuleRow_DeviceRule_Fragment = { device: RuleDevice, id: string, kind: RuleKind, isActive: boolean, destination: string | null };

type RuleRow_GeoRule_Fragment = { action: GeoAction, blockMessage: string | null, condition: GeoCondition, matchType: GeoMatchType, values: Array<string>, id: string, kind: RuleKind, isActive: boolean, destination: string | null };

type RuleRow_LanguageRule_Fragment = { languages: Array<string>, id: string, kind: RuleKind, isActive: boolean, destination: string | null };

type RuleRow_SplitRule_Fragment = { name: string, weight: number, id: string, kind: RuleKind, isActive: boolean, destination: string | null };

type RuleRow_TimeRule_Fragment = { days: Array<Weekday> | null, startTime: string | null, endTime: string | null, startsAt: string | null, endsAt: string | null, timezone: string, id: string, kind: RuleKind, isActive: boolean, destination: string | null };

export type RuleRowFragment =
  | RuleRow_DeviceRule_Fragment
  | RuleRow_GeoRule_Fragment
  | RuleRow_LanguageRule_Fragment
  | RuleRow_SplitRule_Fragment
  | RuleRow_TimeRule_Fragment
;

export type LinkRulesQueryVariables = Exact<{
  id: string;
}>;


export type LinkRulesQuery = { url: { id: string, destination: string, ruleCount: number, rules: Array<
      | { device: RuleDevice, id: string, kind: RuleKind, isActive: boolean, destination: string | null }
      | { action: GeoAction, blockMessage: string | null, condition: GeoCondition, matchType: GeoMatchType, values: Array<string>, id: string, kind: RuleKind, isActive: boolean, destination: string | null }
      | { languages: Array<string>, id: string, kind: RuleKind, isActive: boolean, destination: string | null }
      | { name: string, weight: number, id: string, kind: RuleKind, isActive: boolean, destination: string | null }
      | { days: Array<Weekday> | null, startTime: string | null, endTime: string | null, startsAt: string | null, endsAt: string | null, timezone: string, id: string, kind: RuleKind, isActive: boolean, destination: string | null }
    > } | null };

export type TryRulesQueryVariables = Exact<{
  id: string;
  input: TestUrlRulesInput;
}>;


export type TryRulesQuery = { testUrlRules: { destination: string | null, matchedRule: { id: string, kind: RuleKind, isBlocking: boolean, blockMessage: string | null, variant: string | null } | null } | null };

export type CreateDeviceRuleMutationVariables = Exact<{
  id: string;
  input: CreateDeviceRuleInput;
}>;


export type CreateDeviceRuleMutation = { createDeviceRule: { id: string } | null };

export type UpdateDeviceRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
  input: UpdateDeviceRuleInput;
}>;


export type UpdateDeviceRuleMutation = { updateDeviceRule: { id: string } | null };

export type DeleteDeviceRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
}>;


export type DeleteDeviceRuleMutation = { deleteDeviceRule: { success: boolean } | null };

export type ReorderDeviceRulesMutationVariables = Exact<{
  id: string;
  ruleIds: Array<string> | string;
}>;


export type ReorderDeviceRulesMutation = { reorderDeviceRules: Array<{ id: string }> | null };

export type CreateGeoRuleMutationVariables = Exact<{
  id: string;
  input: CreateGeoRuleInput;
}>;


export type CreateGeoRuleMutation = { createGeoRule: { id: string } | null };

export type UpdateGeoRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
  input: UpdateGeoRuleInput;
}>;


export type UpdateGeoRuleMutation = { updateGeoRule: { id: string } | null };

export type DeleteGeoRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
}>;


export type DeleteGeoRuleMutation = { deleteGeoRule: { success: boolean } | null };

export type ReorderGeoRulesMutationVariables = Exact<{
  id: string;
  ruleIds: Array<string> | string;
}>;


export type ReorderGeoRulesMutation = { reorderGeoRules: Array<{ id: string }> | null };

export type CreateLanguageRuleMutationVariables = Exact<{
  id: string;
  input: CreateLanguageRuleInput;
}>;


export type CreateLanguageRuleMutation = { createLanguageRule: { id: string } | null };

export type UpdateLanguageRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
  input: UpdateLanguageRuleInput;
}>;


export type UpdateLanguageRuleMutation = { updateLanguageRule: { id: string } | null };

export type DeleteLanguageRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
}>;


export type DeleteLanguageRuleMutation = { deleteLanguageRule: { success: boolean } | null };

export type ReorderLanguageRulesMutationVariables = Exact<{
  id: string;
  ruleIds: Array<string> | string;
}>;


export type ReorderLanguageRulesMutation = { reorderLanguageRules: Array<{ id: string }> | null };

export type CreateTimeRuleMutationVariables = Exact<{
  id: string;
  input: CreateTimeRuleInput;
}>;


export type CreateTimeRuleMutation = { createTimeRule: { id: string } | null };

export type UpdateTimeRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
  input: UpdateTimeRuleInput;
}>;


export type UpdateTimeRuleMutation = { updateTimeRule: { id: string } | null };

export type DeleteTimeRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
}>;


export type DeleteTimeRuleMutation = { deleteTimeRule: { success: boolean } | null };

export type ReorderTimeRulesMutationVariables = Exact<{
  id: string;
  ruleIds: Array<string> | string;
}>;


export type ReorderTimeRulesMutation = { reorderTimeRules: Array<{ id: string }> | null };

export type CreateSplitRuleMutationVariables = Exact<{
  id: string;
  input: CreateSplitRuleInput;
}>;


export type CreateSplitRuleMutation = { createSplitRule: { id: string } | null };

export type UpdateSplitRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
  input: UpdateSplitRuleInput;
}>;


export type UpdateSplitRuleMutation = { updateSplitRule: { id: string } | null };

export type DeleteSplitRuleMutationVariables = Exact<{
  id: string;
  ruleId: string;
}>;


export type DeleteSplitRuleMutation = { deleteSplitRule: { success: boolean } | null };

export type ReorderSplitRulesMutationVariables = Exact<{
  id: string;
  ruleIds: Array<string> | string;
}>;


export type ReorderSplitRulesMutation = { reorderSplitRules: Array<{ id: string }> | null };

export type KeyRowFragment = { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null };

export type ApiKeysQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: { nodes: Array<{ id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateKeyMutationVariables = Exact<{
  name: string;
  scopes: Array<Scope> | Scope;
  expiresInDays: number;
}>;


export type CreateKeyMutation = { createApiKey: { key: string, apiKey: { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null } } | null };

export type RotateKeyMutationVariables = Exact<{
  id: string;
  overlapHours: number;
  expiresInDays: number;
}>;


export type RotateKeyMutation = { rotateApiKey: { key: string, apiKey: { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null } } | null };

export type RenameKeyMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameKeyMutation = { renameApiKey: { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null } | null };

export type RevokeKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeKeyMutation = { revokeApiKey: { success: boolean } | null };

export type SharedPageFragment = { id: string, url: string, title: string | null, subject: SharedStatsSubject, urlId: string | null, folderId: string | null, tagId: string | null, interval: ClickInterval | null, from: string | null, to: string | null, timezone: string, expiresAt: string | null, createdAt: string };

export type SharedPagesQueryVariables = Exact<{ [key: string]: never; }>;


export type SharedPagesQuery = { sharedStatsPages: { nodes: Array<{ id: string, url: string, title: string | null, subject: SharedStatsSubject, urlId: string | null, folderId: string | null, tagId: string | null, interval: ClickInterval | null, from: string | null, to: string | null, timezone: string, expiresAt: string | null, createdAt: string }> } | null };

export type SharedSubjectsQueryVariables = Exact<{ [key: string]: never; }>;


export type SharedSubjectsQuery = { folders: { nodes: Array<{ id: string, name: string }> } | null, tags: { nodes: Array<{ id: string, name: string }> } | null };

export type SharePageMutationVariables = Exact<{
  input: CreateSharedStatsPageInput;
}>;


export type SharePageMutation = { createSharedStatsPage: { id: string, url: string, title: string | null, subject: SharedStatsSubject, urlId: string | null, folderId: string | null, tagId: string | null, interval: ClickInterval | null, from: string | null, to: string | null, timezone: string, expiresAt: string | null, createdAt: string } | null };

export type UnsharePageMutationVariables = Exact<{
  id: string;
}>;


export type UnsharePageMutation = { deleteSharedStatsPage: { success: boolean } | null };

export type BucketsFragment = { timestamp: string, clicks: number, uniqueVisitors: number | null, botClicks: number, isPartial: boolean };

export type WorkspaceFiguresFragment = { totalClicks: number, uniqueVisitors: number, uniqueVisitorsAvailable: boolean, uniqueVisitorsPartial: boolean, botClicks: number, lastClickAt: string | null, countsFrom: string | null, bucketVisitorsMissing: BucketVisitorsMissing | null, timeseries: Array<{ timestamp: string, clicks: number, uniqueVisitors: number | null, botClicks: number, isPartial: boolean }>, countryStats: Array<{ country: string, count: number }>, cityStats: Array<{ city: string, region: string | null, country: string | null, count: number }>, deviceStats: Array<{ device: DeviceType, count: number }>, browserStats: Array<{ browser: string, count: number }>, osStats: Array<{ os: string, count: number }>, referrerStats: Array<{ referrer: string, count: number }>, triggerStats: Array<{ trigger: ClickTrigger, count: number }>, variantStats: Array<{ variant: string | null, count: number }>, utmStats: { campaign: Array<{ value: string, count: number }>, source: Array<{ value: string, count: number }>, medium: Array<{ value: string, count: number }> }, topLinks: Array<{ urlId: string, kind: LinkKind, count: number, url: { id: string, shortUrl: string, title: string } | null, qr: { id: string, title: string } | null }>, folderStats: Array<{ id: string, name: string, count: number }> | null, tagStats: Array<{ id: string, name: string, count: number }> | null };

export type LinkFiguresFragment = { totalClicks: number, uniqueVisitors: number, uniqueVisitorsAvailable: boolean, uniqueVisitorsPartial: boolean, botClicks: number, lastClickAt: string | null, countsFrom: string | null, bucketVisitorsMissing: BucketVisitorsMissing | null, timeseries: Array<{ timestamp: string, clicks: number, uniqueVisitors: number | null, botClicks: number, isPartial: boolean }>, countryStats: Array<{ country: string, count: number }>, cityStats: Array<{ city: string, region: string | null, country: string | null, count: number }>, deviceStats: Array<{ device: DeviceType, count: number }>, browserStats: Array<{ browser: string, count: number }>, osStats: Array<{ os: string, count: number }>, referrerStats: Array<{ referrer: string, count: number }>, triggerStats: Array<{ trigger: ClickTrigger, count: number }>, variantStats: Array<{ variant: string | null, count: number }>, utmStats: { campaign: Array<{ value: string, count: number }>, source: Array<{ value: string, count: number }>, medium: Array<{ value: string, count: number }> } };

export type WorkspaceStatisticsQueryVariables = Exact<{
  filter: ClickFilter;
  before?: ClickFilter | null | undefined;
  hasBefore: boolean;
  unit: SeriesUnit;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
}>;


export type WorkspaceStatisticsQuery = { now: { totalClicks: number, uniqueVisitors: number, uniqueVisitorsAvailable: boolean, uniqueVisitorsPartial: boolean, botClicks: number, lastClickAt: string | null, countsFrom: string | null, bucketVisitorsMissing: BucketVisitorsMissing | null, timeseries: Array<{ timestamp: string, clicks: number, uniqueVisitors: number | null, botClicks: number, isPartial: boolean }>, countryStats: Array<{ country: string, count: number }>, cityStats: Array<{ city: string, region: string | null, country: string | null, count: number }>, deviceStats: Array<{ device: DeviceType, count: number }>, browserStats: Array<{ browser: string, count: number }>, osStats: Array<{ os: string, count: number }>, referrerStats: Array<{ referrer: string, count: number }>, triggerStats: Array<{ trigger: ClickTrigger, count: number }>, variantStats: Array<{ variant: string | null, count: number }>, utmStats: { campaign: Array<{ value: string, count: number }>, source: Array<{ value: string, count: number }>, medium: Array<{ value: string, count: number }> }, topLinks: Array<{ urlId: string, kind: LinkKind, count: number, url: { id: string, shortUrl: string, title: string } | null, qr: { id: string, title: string } | null }>, folderStats: Array<{ id: string, name: string, count: number }> | null, tagStats: Array<{ id: string, name: string, count: number }> | null } | null, before?: { totalClicks: number, uniqueVisitors: number, uniqueVisitorsAvailable: boolean, uniqueVisitorsPartial: boolean, botClicks: number, lastClickAt: string | null, countsFrom: string | null, bucketVisitorsMissing: BucketVisitorsMissing | null, timeseries: Array<{ timestamp: string, clicks: number, uniqueVisitors: number | null, botClicks: number, isPartial: boolean }>, countryStats: Array<{ country: string, count: number }>, cityStats: Array<{ city: string, region: string | null, country: string | null, count: number }>, deviceStats: Array<{ device: DeviceType, count: number }>, browserStats: Array<{ browser: string, count: number }>, osStats: Array<{ os: string, count: number }>, referrerStats: Array<{ referrer: string, count: number }>, triggerStats: Array<{ trigger: ClickTrigger, count: number }>, variantStats: Array<{ variant: string | null, count: number }>, utmStats: { campaign: Array<{ value: string, count: number }>, source: Array<{ value: string, count: number }>, medium: Array<{ value: string, count: number }> }, topLinks: Array<{ urlId: string, kind: LinkKind, count: number, url: { id: string, shortUrl: string, title: string } | null, qr: { id: string, title: string } | null }>, folderStats: Array<{ id: string, name: string, count: number }> | null, tagStats: Array<{ id: string, name: string, count: number }> | null } | null };

export type LinkStatisticsQueryVariables = Exact<{
  urlId: string;
  filter: ClickFilter;
  before?: ClickFilter | null | undefined;
  hasBefore: boolean;
  unit: SeriesUnit;
}>;


export type LinkStatisticsQuery = { now: { totalClicks: number, uniqueVisitors: number, uniqueVisitorsAvailable: boolean, uniqueVisitorsPartial: boolean, botClicks: number, lastClickAt: string | null, countsFrom: string | null, bucketVisitorsMissing: BucketVisitorsMissing | null, timeseries: Array<{ timestamp: string, clicks: number, uniqueVisitors: number | null, botClicks: number, isPartial: boolean }>, countryStats: Array<{ country: string, count: number }>, cityStats: Array<{ city: string, region: string | null, country: string | null, count: number }>, deviceStats: Array<{ device: DeviceType, count: number }>, browserStats: Array<{ browser: string, count: number }>, osStats: Array<{ os: string, count: number }>, referrerStats: Array<{ referrer: string, count: number }>, triggerStats: Array<{ trigger: ClickTrigger, count: number }>, variantStats: Array<{ variant: string | null, count: number }>, utmStats: { campaign: Array<{ value: string, count: number }>, source: Array<{ value: string, count: number }>, medium: Array<{ value: string, count: number }> } } | null, before?: { totalClicks: number, uniqueVisitors: number, uniqueVisitorsAvailable: boolean, uniqueVisitorsPartial: boolean, botClicks: number, lastClickAt: string | null, countsFrom: string | null, bucketVisitorsMissing: BucketVisitorsMissing | null, timeseries: Array<{ timestamp: string, clicks: number, uniqueVisitors: number | null, botClicks: number, isPartial: boolean }>, countryStats: Array<{ country: string, count: number }>, cityStats: Array<{ city: string, region: string | null, country: string | null, count: number }>, deviceStats: Array<{ device: DeviceType, count: number }>, browserStats: Array<{ browser: string, count: number }>, osStats: Array<{ os: string, count: number }>, referrerStats: Array<{ referrer: string, count: number }>, triggerStats: Array<{ trigger: ClickTrigger, count: number }>, variantStats: Array<{ variant: string | null, count: number }>, utmStats: { campaign: Array<{ value: string, count: number }>, source: Array<{ value: string, count: number }>, medium: Array<{ value: string, count: number }> } } | null };

export type WorkspaceClicksEverQueryVariables = Exact<{ [key: string]: never; }>;


export type WorkspaceClicksEverQuery = { ever: { totalClicks: number } | null };

export type LinkClicksEverQueryVariables = Exact<{
  urlId: string;
}>;


export type LinkClicksEverQuery = { ever: { totalClicks: number } | null };

export type WorkspaceHoursQueryVariables = Exact<{
  filter: ClickFilter;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
}>;


export type WorkspaceHoursQuery = { hours: { timeseries: Array<{ timestamp: string, clicks: number }> } | null };

export type LinkHoursQueryVariables = Exact<{
  urlId: string;
  filter: ClickFilter;
}>;


export type LinkHoursQuery = { hours: { timeseries: Array<{ timestamp: string, clicks: number }> } | null };

export type ClickOfFeedFragment = { id: string, createdAt: string, country: string, region: string, city: string, device: DeviceType, browser: string, os: string, referrerHost: string | null, trigger: ClickTrigger, variant: string | null, utmCampaign: string | null, utmSource: string | null, utmMedium: string | null, urlId: string, url: { id: string, shortUrl: string, title: string, folder: { id: string } | null, tags: Array<{ id: string }> } | null };

export type LastClicksQueryVariables = Exact<{
  filter: ClickFilter;
  urlId?: string | null | undefined;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
}>;


export type LastClicksQuery = { clicks: { nodes: Array<{ id: string, createdAt: string, country: string, region: string, city: string, device: DeviceType, browser: string, os: string, referrerHost: string | null, trigger: ClickTrigger, variant: string | null, utmCampaign: string | null, utmSource: string | null, utmMedium: string | null, urlId: string, url: { id: string, shortUrl: string, title: string, folder: { id: string } | null, tags: Array<{ id: string }> } | null }> } | null };

export type LiveClicksSubscriptionVariables = Exact<{
  urlId?: string | null | undefined;
}>;


export type LiveClicksSubscription = { clickRecorded: { id: string, createdAt: string, country: string, region: string, city: string, device: DeviceType, browser: string, os: string, referrerHost: string | null, trigger: ClickTrigger, variant: string | null, utmCampaign: string | null, utmSource: string | null, utmMedium: string | null, urlId: string, url: { id: string, shortUrl: string, title: string, folder: { id: string } | null, tags: Array<{ id: string }> } | null } };

export type ClicksFileQueryVariables = Exact<{
  filter: ClickFilter;
  urlId?: string | null | undefined;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
}>;


export type ClicksFileQuery = { clickExport: { href: string, fileName: string } | null };
