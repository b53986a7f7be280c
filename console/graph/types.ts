// Written by `npm run emit`. Do not edit.
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What was done to a link, a destination or an account. */
export type AbuseActKind =
  /** The owner appealed against the block of the link. */
  | 'APPEAL'
  /** A reviewer blocked the link. */
  | 'BLOCK'
  /** A reviewer added the destination to the block list. */
  | 'BLOCK_DESTINATION'
  /** A reviewer settled the reports and the appeal, and the link stayed as it was. */
  | 'DISMISS'
  /** An admin restored the account. */
  | 'RESTORE_ACCOUNT'
  /** An admin suspended the account. */
  | 'SUSPEND_ACCOUNT'
  /** A reviewer unblocked the link. */
  | 'UNBLOCK'
  /** A reviewer removed the destination from the block list. */
  | 'UNBLOCK_DESTINATION';

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

/** What a reviewer decided on a report. */
export type AbuseReportOutcome =
  /** The link was blocked. */
  | 'BLOCKED'
  /** The link was not blocked because of the report. */
  | 'DISMISSED';

/** State of the review of a link. */
export type AbuseReviewState =
  /** The link is blocked. */
  | 'BLOCKED'
  /** The link has open reports or an open appeal. */
  | 'OPEN';

/** What has become of an archive. */
export type AccountArchiveState =
  /** It was written. It can be downloaded for 24 hours. */
  | 'COMPLETED'
  /** It could not be written. Request another one. */
  | 'FAILED'
  /** It will begin soon. */
  | 'QUEUED'
  /** It is written. */
  | 'RUNNING';

/** What becomes of a workspace when an account is deleted. */
export type AccountDeletionOutcome =
  /** The workspace is deleted with all its data, because nobody else owns it. */
  | 'DELETE'
  /** The account leaves the workspace, whose data stays. */
  | 'LEAVE';

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
  /** An admin of the installation restored the suspended account. */
  | 'ACCOUNT_RESTORED'
  /** A second factor was added to the account. */
  | 'ACCOUNT_SECOND_FACTOR_ADDED'
  /** A second factor of the account was removed. */
  | 'ACCOUNT_SECOND_FACTOR_REMOVED'
  /** An admin of the installation suspended the account. */
  | 'ACCOUNT_SUSPENDED'
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
  /** The DNS record of a domain is missing. */
  | 'DOMAIN_UNPROVEN'
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
  /** An invitation was sent again. */
  | 'WORKSPACE_INVITATION_RESENT'
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

/** What needs attention. */
export type AlertKind =
  /** A link is blocked. */
  | 'DESTINATION_FLAGGED'
  /** An API key expires soon, or expired in the last 30 days. */
  | 'KEY_EXPIRING'
  /** The destination of a link cannot be reached. */
  | 'LINK_UNREACHABLE'
  /** 80 % of a limit are used. */
  | 'QUOTA_80'
  /** A limit is used up. */
  | 'QUOTA_100'
  /** The service disabled a webhook. */
  | 'WEBHOOK_DISABLED'
  /** The last attempts of a webhook failed. */
  | 'WEBHOOK_FAILING';

/** An app for Android. */
export type AndroidAppInput = {
  /** Name of the package, such as `com.example.museum`; at most 223 characters. */
  packageName: string;
  /** SHA-256 fingerprints of the certificates that sign the app, 1 to 10, each 32 bytes with colons. */
  sha256CertFingerprints: Array<string>;
};

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

/** What has become of an appeal. */
export type AppealState =
  /** A reviewer has decided that the link stays blocked. */
  | 'DISMISSED'
  /** It waits for the decision of a reviewer. */
  | 'OPEN'
  /** The link is no longer blocked. */
  | 'UNBLOCKED';

/** An app for iPhones and iPads. */
export type AppleAppInput = {
  /** Prefix and bundle identifier, such as `A1B2C3D4E5.com.example.museum`; at most 166 characters. */
  appId: string;
  /** The paths that the app opens, 1 to 50: `*` stands for any characters, `?` for one. The first that fits counts; `NOT /shop` stays in the browser. */
  components?: Array<string>;
};

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

/** A new entry of the block list. */
export type BlockDestinationInput = {
  /** Note for reviewers, at most 1000 characters. */
  note?: string | null | undefined;
  /** A domain, which includes its subdomains, or a domain with a path, which includes all paths that begin with it. */
  pattern: string;
  /** Reason, shown to the owners of blocked links. */
  reason: AbuseReason;
};

/** Why a link is blocked. */
export type BlockUrlInput = {
  /** Note for reviewers, at most 1000 characters. */
  note?: string | null | undefined;
  /** Reason, shown to the owner. */
  reason: AbuseReason;
};

/** Why buckets have no number of visitors. */
export type BucketVisitorsMissing =
  /** Buckets with null contain clicks that are deleted after some months and remain as totals only. */
  | 'CLICKS_DELETED'
  /** The period has more than a million visits, or the links that were requested together have. Use days in UTC, or a shorter period. */
  | 'TOO_MANY_CLICKS';

/** Format of a file of clicks. */
export type ClickExportFormat =
  /** Comma-separated values with a header (RFC 4180). */
  | 'CSV'
  /** A map with a feature for each click (RFC 7946). */
  | 'GEOJSON'
  /** An array of clicks. */
  | 'JSON';

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

/** A new domain. */
export type CreateDomainInput = {
  /** Where visitors of expired links without their own `expiredUrl` go. Default: a page that says so. */
  expiredUrl?: string | null | undefined;
  /** Full host name, such as `go.example.com`: no IP address, no port, not a host of this service. */
  host: string;
  /** Where visitors of unknown addresses go, and of the bare domain without `rootUrl`. Default: a page that says so. */
  notFoundUrl?: string | null | undefined;
  /** Where visitors of the bare domain go. Default: `notFoundUrl`. */
  rootUrl?: string | null | undefined;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
};

/** A new QR code with a changeable target. */
export type CreateDynamicQrInput = {
  /** Colour of the light modules and the quiet zone, such as `ffffff`. */
  background?: string | null | undefined;
  /** Colour of the dark modules, such as `1f2937`. Darker than the background, with a contrast of at least 4:1. */
  color?: string | null | undefined;
  /** The target: an http or https URL of at most 8192 characters. */
  destination: string;
  /** Shape of the modules between the eyes. Default: squares. */
  dots?: QrDots | null | undefined;
  /** Colour of the eyes, with the contrast of `color`. Default: the colour of the modules. */
  eyeColor?: string | null | undefined;
  /** Shape of the three eyes. Default: squares. */
  eyes?: QrEyes | null | undefined;
  /** Gradient of the dark modules, in place of `color`. Null for none. */
  gradient?: QrGradientInput | null | undefined;
  /** Make the background transparent, for a light surface only: no reader reads the code on a dark one. Default: false. */
  isTransparent?: boolean | null | undefined;
  /** Error correction level. Default: `M`. At least `Q` with a logo. */
  level?: ErrorCorrectionLevel | null | undefined;
  /** Identifier of one of your logos, shown in the centre of the code. Null for none. */
  logoId?: string | null | undefined;
  /** The part of the area that a logo covers at most, 4 to 20, in per cent. Default: 9. From 10 on, the level is `H`. */
  logoShare?: number | null | undefined;
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

/** A new import. */
export type CreateImportInput = {
  /** Content of the file, CSV or JSON, at most 1 MiB. Without it the import waits for its upload. */
  content?: string | null | undefined;
  /** Only count what would happen, and show which fields the columns are read as. */
  dryRun?: boolean;
  /** What happens to a row whose alias is taken. */
  onConflict?: ImportConflictPolicy;
  /** What wrote the file. */
  source: ImportSource;
  /** Identifier of the link for clicks that name no link, such as the visits of one link of Shlink. */
  urlId?: string | null | undefined;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
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

/** A new OAuth application. */
export type CreateOauthAppInput = {
  /** True for browser and mobile applications, which get no client secret. Cannot be changed later. */
  isPublic?: boolean;
  /** Name shown on the consent page, 1 to 64 characters on one line. */
  name: string;
  /** Allowed redirect URIs, 1 to 10: https, http on a loopback host (`127.0.0.1`, `[::1]`, `localhost`), or for a public application its own scheme (`com.example.app:/callback`). They must match exactly. */
  redirectUris: Array<string>;
  /** Scopes that the application may request, at least one. */
  scopes: Array<Scope>;
};

/** A new pixel. */
export type CreatePixelInput = {
  /** Name of the pixel, 1 to 64 characters. */
  name: string;
  /** Identifier that the provider gave the pixel, such as `G-1A2B3C4D5E`. Its form depends on the provider. */
  pixelId: string;
  /** Provider of the pixel. It cannot be changed later. */
  pixelType: PixelType;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
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
  /** Append the path behind the code, of at most 2,048 characters, to the path of the destination. Without it, `/{code}/path` is no address. */
  forwardPath?: boolean;
  /** Add the visitor's query parameters to the destination: the first 100 within 2,048 characters. */
  forwardQuery?: boolean;
  /** Show the destination, which must be https, in a frame at the short address. */
  isCloaked?: boolean;
  /** Where visitors are redirected before `startsAt`. Default: a page that says when the link opens. */
  notYetUrl?: string | null | undefined;
  /** Note for the members of the workspace, 1 to 1000 characters. Visitors never see it. */
  note?: string | null | undefined;
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

/** A new webhook. */
export type CreateWebhookInput = {
  /** Types of events to send, at least one. The credential needs the scope of their data: `read:analytics` for clicks, scans and anomalies, otherwise `read:links`. */
  events: Array<SubscribableEventType>;
  /** What the body of a delivery is: the event, or a message that a chat shows. */
  format?: WebhookFormat;
  /** Name of the webhook, 1 to 40 characters. */
  name: string;
  /** URL that receives the events: public, https, port 443 or 8443, at most 2048 characters. */
  url: string;
  /** Send events of these links only, at most 50. Empty for all links. */
  urlIds?: Array<string>;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
};

/** State of a webhook delivery. */
export type DeliveryState =
  /** An attempt is under way. */
  | 'DELIVERING'
  /** The last attempt failed, and no other one follows. */
  | 'EXHAUSTED'
  /** The last attempt failed, and another one follows. */
  | 'FAILED'
  /** It waits for its first attempt. */
  | 'PENDING'
  /** The receiver accepted it. */
  | 'SUCCEEDED';

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

/** Who answers at the address of a domain. */
export type DomainAnswer =
  /** Something else, such as the page of a provider of domains. */
  | 'ANOTHER_SERVICE'
  /** Nobody: the host has no address, or no server there answers. */
  | 'NOBODY'
  /** This service: visitors of the domain come here. */
  | 'THIS_SERVICE'
  /** Nobody was asked: this service does not call the address of the host, or has no name servers. */
  | 'UNKNOWN';

/** What name servers say about the DNS record of a domain. */
export type DomainRecordState =
  /** There are records with its name, and none has its value. */
  | 'DIFFERENT'
  /** The record is there. */
  | 'FOUND'
  /** There is no record with its name. */
  | 'MISSING'
  /** Name servers did not answer. */
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

/** What an export has. */
export type ExportContent =
  /** The clicks on its links. */
  | 'CLICKS'
  /** The links of the workspace. */
  | 'LINKS';

/** Format of the file of an export. */
export type ExportFormat =
  /** A table with a header (RFC 4180). */
  | 'CSV'
  /** A map with a feature for each click (RFC 7946). */
  | 'GEOJSON'
  /** An array of links or clicks. */
  | 'JSON';

/** What an export is doing. */
export type ExportState =
  /** It was cancelled. */
  | 'CANCELLED'
  /** Its file can be downloaded until it expires. */
  | 'COMPLETED'
  /** Its file could not be written. */
  | 'FAILED'
  /** It will begin soon. */
  | 'QUEUED'
  /** Its file is written. */
  | 'RUNNING';

/** How a part of the installation is doing. */
export type FindingStatus =
  /** It does not work. */
  | 'ERROR'
  /** It works. */
  | 'OK'
  /** It works, and needs attention. */
  | 'WARNING';

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

/** What happens to a row whose alias is taken. */
export type ImportConflictPolicy =
  /** The row is an error. Others are imported. */
  | 'FAIL'
  /** The link gets the alias with a random ending. One that breaks the rules becomes the closest one that keeps them. */
  | 'RENAME'
  /** The row is skipped. */
  | 'SKIP';

/** What an imported file has. */
export type ImportContent =
  /** Clicks that another service has recorded, for links that are here already. */
  | 'CLICKS'
  /** Links. */
  | 'LINKS';

/** What a column of an imported file has. */
export type ImportField =
  /** Where visitors with Android go. */
  | 'ANDROID_URL'
  /** Whether the link is archived. It stays on, and gets the tag `archived`. */
  | 'ARCHIVED'
  /** Of a click: city of the visitor. */
  | 'CITY'
  /** Of a click: when it was. */
  | 'CLICKED_AT'
  /** Number of clicks so far, which is shown beside the clicks here. */
  | 'CLICKS'
  /** Of a click: its identifier in the other service. */
  | 'CLICK_ID'
  /** Number of clicks after which the link expires. */
  | 'CLICK_LIMIT'
  /** Of a click: country of the visitor. */
  | 'COUNTRY'
  /** When the link was created. */
  | 'CREATED_AT'
  /** Whether the link is switched off, such as one that was banned. */
  | 'DISABLED'
  /** Host of the short address. */
  | 'DOMAIN'
  /** Where visitors are redirected after the link has expired. */
  | 'EXPIRED_URL'
  /** When the link expires. */
  | 'EXPIRES_AT'
  /** Folder, by its name. */
  | 'FOLDER'
  /** Whether the path behind the code is appended to the destination. */
  | 'FORWARD_PATH'
  /** Whether the visitor's query parameters are added to the destination. */
  | 'FORWARD_QUERY'
  /** Where visitors from a country go. */
  | 'GEO_URLS'
  /** Number of clicks before, as the export of this service has it. It is added to `clicks`. */
  | 'IMPORTED_CLICKS'
  /** Where visitors with iOS go. */
  | 'IOS_URL'
  /** Whether the link is switched on. */
  | 'IS_ACTIVE'
  /** Of a click: whether a bot clicked. */
  | 'IS_BOT'
  /** Whether the destination is shown in a frame. */
  | 'IS_CLOAKED'
  /** Destination. */
  | 'LONG_URL'
  /** Note that visitors never see. */
  | 'NOTE'
  /** Where visitors are redirected before the link opens. */
  | 'NOT_YET_URL'
  /** Description that social networks show. */
  | 'OG_DESCRIPTION'
  /** Image that social networks show. */
  | 'OG_IMAGE'
  /** Title that social networks show. */
  | 'OG_TITLE'
  /** Whether the link has a password. Such a row is an error, because no export has the password. */
  | 'PASSWORD'
  /** Whether clicks record nothing about the visitor. */
  | 'PRIVACY_MODE'
  /** HTTP status of the redirect. */
  | 'REDIRECT_TYPE'
  /** Of a click: the page the visitor came from, of which the host is stored. */
  | 'REFERRER'
  /** Rules that decide where visitors go, as the export of this service has them. */
  | 'RULES'
  /** Short address, or its code. It gives the alias, and the domain when the workspace has it. Several become several links. */
  | 'SHORT_URL'
  /** Whether the visitor's query parameters are dropped. */
  | 'SKIP_QUERY'
  /** Alias. */
  | 'SLUG'
  /** How many percent of the visitors go there. */
  | 'SPLIT_PERCENT'
  /** Where a part of the visitors goes. */
  | 'SPLIT_URL'
  /** When the link opens. */
  | 'STARTS_AT'
  /** Word for the state of the link, such as active, archived or disabled. */
  | 'STATUS'
  /** Tags, by their names. */
  | 'TAGS'
  /** Title. */
  | 'TITLE'
  /** Of a click: user agent of the visitor, which gives device, browser and system and is not stored. */
  | 'USER_AGENT'
  /** `utm_campaign`. */
  | 'UTM_CAMPAIGN'
  /** `utm_content`. */
  | 'UTM_CONTENT'
  /** `utm_medium`. */
  | 'UTM_MEDIUM'
  /** `utm_source`. */
  | 'UTM_SOURCE'
  /** `utm_term`. */
  | 'UTM_TERM'
  /** Variants among which visitors are divided. */
  | 'VARIANTS'
  /** Of a click: the short address that was visited, or its code. */
  | 'VISITED_URL';

/** What becomes of a row. */
export type ImportOutcome =
  /** A link, or a click. */
  | 'CREATED'
  /** An error. */
  | 'FAILED'
  /** A link with another alias, because its own is taken or breaks the rules. */
  | 'RENAMED'
  /** Nothing: its alias is taken, or its click was imported before. */
  | 'SKIPPED';

/** What wrote the file. */
export type ImportSource =
  /** Bitly: the list of links as CSV, or as JSON of its API. */
  | 'BITLY'
  /** A table with any column names, such as the export of this service. */
  | 'CSV'
  /** Dub: the export as CSV, or links as JSON of its API. */
  | 'DUB'
  /** Kutt: links as JSON of its API, or a table of its database as CSV. */
  | 'KUTT'
  /** Rebrandly: the export as CSV, or links as JSON of its API. */
  | 'REBRANDLY'
  /** Shlink: the export of its web client as CSV, or short URLs or visits as JSON of its API. */
  | 'SHLINK'
  /** Short.io: the export as CSV, or links as JSON of its API. */
  | 'SHORT'
  /** T.LY: links as JSON of its API, or a table of them. */
  | 'TLY'
  /** YOURLS: the table of links or of clicks (log) as CSV, or its statistics as JSON of its API. */
  | 'YOURLS';

/** What an import is doing. */
export type ImportState =
  /** It was cancelled. The rows before are imported. */
  | 'CANCELLED'
  /** All rows were read; some of them may have errors. */
  | 'COMPLETED'
  /** The file could not be read to its end. The rows before are imported. */
  | 'FAILED'
  /** It will begin soon. */
  | 'QUEUED'
  /** Its rows are read. */
  | 'RUNNING'
  /** It waits for its content. */
  | 'WAITING';

/** How a question was parsed. */
export type InsightSource =
  /** By the language model. */
  | 'MODEL'
  /** By the built-in rules. */
  | 'RULES';

/** State of an invitation. */
export type InvitationStatus =
  /** The person has joined the workspace. */
  | 'ACCEPTED'
  /** The person does not want to join. */
  | 'DECLINED'
  /** It was not answered within 14 days. */
  | 'EXPIRED'
  /** Waits for an answer. */
  | 'PENDING'
  /** The workspace has withdrawn it. */
  | 'REVOKED';

/** A language of the pages and mails of the service. */
export type Language =
  /** German. */
  | 'DE'
  /** English. */
  | 'EN'
  /** Spanish. */
  | 'ES'
  /** French. */
  | 'FR';

/** Format of a file of links. */
export type LinkExportFormat =
  /** A table with a row for each link (RFC 4180). */
  | 'CSV'
  /** An array of links. */
  | 'JSON';

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

/** Sort order of the members of a workspace. */
export type MemberSort =
  /** The first member first. */
  | 'JOINED_ASC'
  /** The newest member first. */
  | 'JOINED_DESC'
  /** By name, ignoring case. */
  | 'NAME_ASC'
  /** By name in reverse, ignoring case. */
  | 'NAME_DESC';

/** A mail that a person can do without. */
export type OptionalMail =
  /** An API key of the person expires in 7 days. */
  | 'API_KEY_EXPIRES'
  /** The DNS record of a domain is missing. To owners and admins. */
  | 'DOMAIN_UNPROVEN'
  /** Links expire soon. To owners and admins, and to members those that they have created. */
  | 'LINK_EXPIRING'
  /** The service has switched off a webhook. To owners and admins. */
  | 'WEBHOOK_DISABLED'
  /** The weekly export of a workspace is ready. To owners and admins. */
  | 'WEEKLY_EXPORT';

/** The provider of a pixel. */
export type PixelType =
  /** Universal Event Tracking of Microsoft Advertising. */
  | 'BING'
  /** Meta Pixel, of Facebook and Instagram. */
  | 'FACEBOOK'
  /** Google Ads. */
  | 'GOOGLE_ADS'
  /** Google Analytics 4. */
  | 'GOOGLE_ANALYTICS'
  /** A container of Google Tag Manager. Only what Google itself serves runs, no tag with HTML of its own. */
  | 'GOOGLE_TAG_MANAGER'
  /** LinkedIn Insight Tag. */
  | 'LINKEDIN'
  /** Pinterest Tag. */
  | 'PINTEREST'
  /** Reddit Pixel. */
  | 'REDDIT'
  /** Snap Pixel. */
  | 'SNAPCHAT'
  /** TikTok Pixel. */
  | 'TIKTOK'
  /** X Pixel. */
  | 'X';

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

/** The beginning of a file that may be imported. */
export type PreviewImportInput = {
  /** The first characters of the file, or the whole file, at most 128 KiB. 64 KiB are enough for ten rows. */
  content: string;
  /** Whether `content` is the whole file. Otherwise its last row may be cut off and is left out. */
  isWhole?: boolean;
  /** What happens to a row whose alias is taken. */
  onConflict?: ImportConflictPolicy;
  /** What wrote the file. Without it the names of its columns decide. */
  source?: ImportSource | null | undefined;
  /** Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one. */
  workspaceId?: string | null | undefined;
};

/** Shape of the modules of a QR code between its eyes. */
export type QrDots =
  /** Upright bars with round ends. */
  | 'BARS'
  /** Circles that touch each other. */
  | 'DOTS'
  /** Squares whose free corners are rounded. */
  | 'ROUNDED'
  /** Squares. */
  | 'SQUARE';

/** Shape of the three eyes of a QR code, in its corners. */
export type QrEyes =
  /** Circles. */
  | 'CIRCLE'
  /** Squares with rounded corners. */
  | 'ROUNDED'
  /** Squares. */
  | 'SQUARE';

/** A gradient of the dark modules of a QR code. */
export type QrGradientInput = {
  /** Direction of a linear gradient in degrees, clockwise: 0 from left to right, 90 from top to bottom. */
  angle?: number;
  /** Direction of the gradient. */
  kind: QrGradientKind;
  /** Two to four colours. Each must be dark on the background. */
  stops: Array<QrGradientStopInput>;
};

/** Direction of a gradient. */
export type QrGradientKind =
  /** From side to side. */
  | 'LINEAR'
  /** From the centre to the corners. */
  | 'RADIAL';

/** A colour of a gradient. */
export type QrGradientStopInput = {
  /** The colour, such as `1f2937`, with a contrast of at least 4:1. */
  color: string;
  /** Where the colour is, from 0 (start) to 100 (end), in per cent. */
  offset: number;
};

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

/** All apps of a domain. A list that is absent is empty: its apps no longer open links. */
export type SetDomainAppsInput = {
  /** Apps for Android, at most 10. */
  androidApps?: Array<AndroidAppInput>;
  /** Apps for iPhones and iPads, at most 10. */
  appleApps?: Array<AppleAppInput>;
};

/** How serious something is, in ascending order. */
export type Severity =
  /** Needs attention now. */
  | 'CRITICAL'
  /** Something does not work. */
  | 'ERROR'
  /** For information. */
  | 'INFO'
  /** Worth a look. */
  | 'WARNING';

/** What shared statistics are about. */
export type SharedStatsSubject =
  /** All links in a folder. */
  | 'FOLDER'
  /** One link. */
  | 'LINK'
  /** All links with a tag. */
  | 'TAG';

/** How the owner of an account has proved their identity. */
export type SignInMethod =
  /** A code of an authenticator app. */
  | 'AUTHENTICATOR_APP'
  /** The link of a mail to the address of the account. */
  | 'EMAIL_LINK'
  /** A login at an identity provider. */
  | 'IDENTITY_PROVIDER'
  /** A link that the operator of the installation has made. */
  | 'OPERATOR_LINK'
  /** A passkey, which is a second factor by itself. */
  | 'PASSKEY'
  /** The password. */
  | 'PASSWORD'
  /** A recovery code, which is valid once. */
  | 'RECOVERY_CODE';

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

/** A type of event that a webhook can subscribe to. */
export type SubscribableEventType =
  /** Unusual clicks on a link were detected. */
  | 'ANOMALY_DETECTED'
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
  /** The DNS record of a domain is missing. */
  | 'DOMAIN_UNPROVEN'
  /** A domain was changed. */
  | 'DOMAIN_UPDATED'
  /** A domain was verified. */
  | 'DOMAIN_VERIFIED'
  /** An import of links has ended. */
  | 'IMPORT_COMPLETED'
  /** A link was blocked. */
  | 'LINK_BLOCKED'
  /** A link was clicked. */
  | 'LINK_CLICKED'
  /** A link was created. */
  | 'LINK_CREATED'
  /** A link was deleted. */
  | 'LINK_DELETED'
  /** A link was switched off. */
  | 'LINK_DISABLED'
  /** A link has expired. */
  | 'LINK_EXPIRED'
  /** Links expire in as many days as the workspace wants to know it before. */
  | 'LINK_EXPIRING'
  /** A link has reached its click limit. */
  | 'LINK_LIMIT_REACHED'
  /** The destination of a link can be reached again. */
  | 'LINK_REACHABLE'
  /** The destination of a link cannot be reached. */
  | 'LINK_UNREACHABLE'
  /** A link was changed. */
  | 'LINK_UPDATED'
  /** A dynamic QR code was created. */
  | 'QR_CREATED'
  /** The QR code of a link or a dynamic QR code was scanned. */
  | 'QR_SCANNED'
  /** A dynamic QR code was changed. */
  | 'QR_UPDATED'
  /** An account has joined the workspace. */
  | 'WORKSPACE_MEMBER_ADDED'
  /** A member has left the workspace, or was removed. */
  | 'WORKSPACE_MEMBER_REMOVED';

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
  /** `version` of the draft as you have read it. When it has another one, nothing changes, with the error `BIO_DRAFT_CHANGED`. Without it the last one wins. */
  ifVersion?: string | null | undefined;
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

/** Changes of a domain. Absent fields keep their value, and null clears an address. */
export type UpdateDomainInput = {
  /** Where visitors of expired links without their own `expiredUrl` go. Default: a page that says so. */
  expiredUrl?: string | null | undefined;
  /** Whether forms propose the domain for new links. True takes it from the domain that had it. */
  isDefault?: boolean | null | undefined;
  /** Where visitors of unknown addresses go, and of the bare domain without `rootUrl`. Default: a page that says so. */
  notFoundUrl?: string | null | undefined;
  /** Where visitors of the bare domain go. Default: `notFoundUrl`. */
  rootUrl?: string | null | undefined;
};

/** Changes of a dynamic QR code. Absent fields keep their value. */
export type UpdateDynamicQrInput = {
  /** Colour of the light modules and the quiet zone, such as `ffffff`. */
  background?: string | null | undefined;
  /** Colour of the dark modules, such as `1f2937`. Darker than the background, with a contrast of at least 4:1. */
  color?: string | null | undefined;
  /** The target: an http or https URL of at most 8192 characters. */
  destination?: string | null | undefined;
  /** Shape of the modules between the eyes. Default: squares. */
  dots?: QrDots | null | undefined;
  /** Colour of the eyes, with the contrast of `color`. Default: the colour of the modules. */
  eyeColor?: string | null | undefined;
  /** Shape of the three eyes. Default: squares. */
  eyes?: QrEyes | null | undefined;
  /** Gradient of the dark modules, in place of `color`. Null for none. */
  gradient?: QrGradientInput | null | undefined;
  /** Switch the code on or off. */
  isActive?: boolean | null | undefined;
  /** Make the background transparent, for a light surface only: no reader reads the code on a dark one. Default: false. */
  isTransparent?: boolean | null | undefined;
  /** Error correction level. Default: `M`. At least `Q` with a logo. */
  level?: ErrorCorrectionLevel | null | undefined;
  /** Identifier of one of your logos, shown in the centre of the code. Null for none. */
  logoId?: string | null | undefined;
  /** The part of the area that a logo covers at most, 4 to 20, in per cent. Default: 9. From 10 on, the level is `H`. */
  logoShare?: number | null | undefined;
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

/** Changes of an OAuth application. Absent fields keep their value. */
export type UpdateOauthAppInput = {
  /** Name shown on the consent page, 1 to 64 characters on one line. */
  name?: string | null | undefined;
  /** Allowed redirect URIs, 1 to 10: https, http on a loopback host (`127.0.0.1`, `[::1]`, `localhost`), or for a public application its own scheme (`com.example.app:/callback`). They must match exactly. */
  redirectUris?: Array<string> | null | undefined;
  /** Scopes that the application may request, at least one. */
  scopes?: Array<Scope> | null | undefined;
};

/** Changes of a pixel. Absent fields keep their value. */
export type UpdatePixelInput = {
  /** Whether the pixel runs. */
  isActive?: boolean | null | undefined;
  /** Name of the pixel, 1 to 64 characters. */
  name?: string | null | undefined;
  /** Identifier that the provider gave the pixel, such as `G-1A2B3C4D5E`. Its form depends on the provider. */
  pixelId?: string | null | undefined;
};

/** Changes of a page with statistics. Absent fields keep their value; null clears one. */
export type UpdateSharedStatsPageInput = {
  /** When the page can no longer be opened, in the future. Null for no end. */
  expiresAt?: string | null | undefined;
  /** Whether the page shows the titles of links; the code of a link in place of a title that contains its destination. */
  showsLinkTitles?: boolean | null | undefined;
  /** Heading of the page, 1 to 100 characters. Null for a general heading. */
  title?: string | null | undefined;
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
  /** Append the path behind the code, of at most 2,048 characters, to the path of the destination. Without it, `/{code}/path` is no address. */
  forwardPath?: boolean | null | undefined;
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
  /** Note for the members of the workspace, 1 to 1000 characters. Visitors never see it. */
  note?: string | null | undefined;
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
  /** Append the path behind the code, of at most 2,048 characters, to the path of the destination. Without it, `/{code}/path` is no address. */
  forwardPath?: boolean | null | undefined;
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
  /** Note for the members of the workspace, 1 to 1000 characters. Visitors never see it. */
  note?: string | null | undefined;
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
  /** Shape of the modules between the eyes. Default: squares. */
  dots?: QrDots | null | undefined;
  /** Colour of the eyes, with the contrast of `color`. Default: the colour of the modules. */
  eyeColor?: string | null | undefined;
  /** Shape of the three eyes. Default: squares. */
  eyes?: QrEyes | null | undefined;
  /** Gradient of the dark modules, in place of `color`. Null for none. */
  gradient?: QrGradientInput | null | undefined;
  /** Make the background transparent, for a light surface only: no reader reads the code on a dark one. Default: false. */
  isTransparent?: boolean | null | undefined;
  /** Error correction level. Default: `M`. At least `Q` with a logo. */
  level?: ErrorCorrectionLevel | null | undefined;
  /** Identifier of one of your logos, shown in the centre of the code. Null for none. */
  logoId?: string | null | undefined;
  /** The part of the area that a logo covers at most, 4 to 20, in per cent. Default: 9. From 10 on, the level is `H`. */
  logoShare?: number | null | undefined;
  /** Width of the quiet zone in modules, 0 to 10. Default: 4. Some readers fail with less, and no reader reads a code without it on a dark surface. */
  margin?: number | null | undefined;
  /** Width and height of the image in pixels, 64 to 2048. Default: 512. */
  size?: number | null | undefined;
};

/** Changes of a UTM template. Absent fields keep their value, and null clears a UTM value. At least one must remain. */
export type UpdateUtmTemplateInput = {
  /** Name, 1 to 64 characters, unique in the workspace regardless of case. */
  name?: string | null | undefined;
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

/** Changes of a webhook. Absent fields keep their value. */
export type UpdateWebhookInput = {
  /** Types of events to send, at least one. The credential needs the scope of their data: `read:analytics` for clicks, scans and anomalies, otherwise `read:links`. */
  events?: Array<SubscribableEventType> | null | undefined;
  /** What the body of a delivery is: the event, or a message that a chat shows. */
  format?: WebhookFormat | null | undefined;
  /** Whether events are sent. Switching the webhook on again resets its failures. */
  isActive?: boolean | null | undefined;
  /** Name of the webhook, 1 to 40 characters. */
  name?: string | null | undefined;
  /** URL that receives the events: public, https, port 443 or 8443, at most 2048 characters. */
  url?: string | null | undefined;
  /** Send events of these links only, at most 50. Empty for all links. */
  urlIds?: Array<string> | null | undefined;
};

/** Changes of a workspace. Absent fields keep their value. */
export type UpdateWorkspaceInput = {
  /** Delete single clicks after so many days, 30 to 3650; counts stay. It cannot be undone. Null keeps them as long as the installation does. */
  clickRetentionDays?: number | null | undefined;
  /** How many days before its date the workspace is told that a link expires, 0 to 30: by the event `link.expiring`, and by mail. 0 for never. */
  expiryNoticeDays?: number | null | undefined;
  /** Address of an image (https) that stands for the workspace. Null for none. */
  logoUrl?: string | null | undefined;
  /** Name, 1 to 64 characters. */
  name?: string | null | undefined;
  /** Whether the workspace admits only logins of accounts with a second factor; yours must have one. API keys and OAuth tokens are not affected. */
  needsSecondFactor?: boolean | null | undefined;
  /** Unique name for addresses: 3 to 48 lower-case letters, digits and hyphens. A new one is made from the name by default. */
  slug?: string | null | undefined;
  /** Whether owners and admins get a mail each Monday with the links of the workspace as a CSV file. */
  weeklyExport?: boolean | null | undefined;
};

/** Role of an account on this installation. */
export type UserRole =
  /** Also reviews reports of abuse and sets the plans of workspaces. */
  | 'ADMIN'
  /** Manages its own items. */
  | 'USER';

/** Why the service disabled a webhook. */
export type WebhookDisabledReason =
  /** At least 20 consecutive attempts over at least a day failed. */
  | 'FAILURES'
  /** Its receiver responded with 410. */
  | 'GONE';

/** Type of an event that is sent to webhooks. */
export type WebhookEventType =
  /** Unusual clicks on a link were detected. */
  | 'ANOMALY_DETECTED'
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
  /** The DNS record of a domain is missing. */
  | 'DOMAIN_UNPROVEN'
  /** A domain was changed. */
  | 'DOMAIN_UPDATED'
  /** A domain was verified. */
  | 'DOMAIN_VERIFIED'
  /** An import of links has ended. */
  | 'IMPORT_COMPLETED'
  /** A link was blocked. */
  | 'LINK_BLOCKED'
  /** A link was clicked. */
  | 'LINK_CLICKED'
  /** A link was created. */
  | 'LINK_CREATED'
  /** A link was deleted. */
  | 'LINK_DELETED'
  /** A link was switched off. */
  | 'LINK_DISABLED'
  /** A link has expired. */
  | 'LINK_EXPIRED'
  /** Links expire in as many days as the workspace wants to know it before. */
  | 'LINK_EXPIRING'
  /** A link has reached its click limit. */
  | 'LINK_LIMIT_REACHED'
  /** The destination of a link can be reached again. */
  | 'LINK_REACHABLE'
  /** The destination of a link cannot be reached. */
  | 'LINK_UNREACHABLE'
  /** A link was changed. */
  | 'LINK_UPDATED'
  /** A dynamic QR code was created. */
  | 'QR_CREATED'
  /** The QR code of a link or a dynamic QR code was scanned. */
  | 'QR_SCANNED'
  /** A dynamic QR code was changed. */
  | 'QR_UPDATED'
  /** A test of a webhook, sent on request only. */
  | 'WEBHOOK_TEST'
  /** An account has joined the workspace. */
  | 'WORKSPACE_MEMBER_ADDED'
  /** A member has left the workspace, or was removed. */
  | 'WORKSPACE_MEMBER_REMOVED';

/** What the body of a delivery is. */
export type WebhookFormat =
  /** A message for a webhook of Discord. */
  | 'DISCORD'
  /** A message for an incoming webhook of Slack, or of Mattermost, Rocket.Chat and Google Chat. */
  | 'SLACK'
  /** The event as JSON, as the Standard Webhooks define it. */
  | 'STANDARD'
  /** A message for a workflow of Microsoft Teams that receives webhooks, as an Adaptive Card. */
  | 'TEAMS';

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


export type MeQuery = { me: { id: string, name: string, email: string, emailVerifiedAt: string | null, hasEarlierMembers: boolean | null, timezone: string | null, role: UserRole } | null, workspaces: { nodes: Array<{ id: string, name: string, isPersonal: boolean, role: WorkspaceRole, plan: Plan, urlCount: number }> } | null };

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

export type OwnProfileFragment = { id: string, name: string, email: string, emailVerifiedAt: string | null, pendingEmail: string | null, language: Language | null, timezone: string | null, unwantedMails: Array<OptionalMail> | null };

export type OwnAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnAccountQuery = { me: { id: string, name: string, email: string, emailVerifiedAt: string | null, pendingEmail: string | null, language: Language | null, timezone: string | null, unwantedMails: Array<OptionalMail> | null } | null, signInMethods: { hasPassword: boolean, authenticatorAppSince: string | null, recoveryCodesLeft: number, passkeys: Array<{ id: string, name: string, createdAt: string, lastUsedAt: string | null }> | null } | null, identities: Array<{ id: string, providerName: string, email: string | null, lastLoginAt: string }> | null };

export type OwnSessionsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type OwnSessionsQuery = { sessions: { nodes: Array<{ id: string, device: string | null, country: string | null, createdAt: string, signInMethods: Array<SignInMethod>, isCurrent: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type OwnGrantsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type OwnGrantsQuery = { oauthGrants: { nodes: Array<{ id: string, scopes: Array<Scope>, createdAt: string, expiresAt: string, app: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type OwnArchiveQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnArchiveQuery = { accountArchive: { state: AccountArchiveState, createdAt: string, finishedAt: string | null, download: { href: string, byteCount: number, expiresAt: string } | null } | null };

export type OwnDeletionQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnDeletionQuery = { accountDeletion: { workspaces: Array<{ id: string, name: string, memberCount: number, outcome: AccountDeletionOutcome }> } | null };

export type ChangeProfileMutationVariables = Exact<{
  name?: string | null | undefined;
  language?: Language | null | undefined;
  timezone?: string | null | undefined;
  unwantedMails?: Array<OptionalMail> | OptionalMail | null | undefined;
}>;


export type ChangeProfileMutation = { updateProfile: { id: string, name: string, email: string, emailVerifiedAt: string | null, pendingEmail: string | null, language: Language | null, timezone: string | null, unwantedMails: Array<OptionalMail> | null } | null };

export type ChangeEmailMutationVariables = Exact<{
  email: string;
  password?: string | null | undefined;
}>;


export type ChangeEmailMutation = { requestEmailChange: { id: string, name: string, email: string, emailVerifiedAt: string | null, pendingEmail: string | null, language: Language | null, timezone: string | null, unwantedMails: Array<OptionalMail> | null } | null };

export type SendVerificationMutationVariables = Exact<{ [key: string]: never; }>;


export type SendVerificationMutation = { requestEmailVerification: { success: boolean } | null };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  new: string;
  endGrants: boolean;
  revokeApiKeys: boolean;
}>;


export type ChangePasswordMutation = { changePassword: { user: { id: string } } | null };

export type AddAppMutationVariables = Exact<{ [key: string]: never; }>;


export type AddAppMutation = { addAuthenticatorApp: { secret: string, uri: string } | null };

export type ConfirmAppMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmAppMutation = { confirmAuthenticatorApp: { codes: Array<string> } | null };

export type RemoveAppMutationVariables = Exact<{ [key: string]: never; }>;


export type RemoveAppMutation = { removeAuthenticatorApp: { success: boolean } | null };

export type RenewCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type RenewCodesMutation = { renewRecoveryCodes: { codes: Array<string> } | null };

export type RenamePasskeyMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenamePasskeyMutation = { renamePasskey: { id: string, name: string } | null };

export type RemovePasskeyMutationVariables = Exact<{
  id: string;
}>;


export type RemovePasskeyMutation = { removePasskey: { success: boolean } | null };

export type RemoveIdentityMutationVariables = Exact<{
  id: string;
}>;


export type RemoveIdentityMutation = { removeIdentity: { success: boolean } | null };

export type LogOutDeviceMutationVariables = Exact<{
  id: string;
}>;


export type LogOutDeviceMutation = { endSession: { success: boolean } | null };

export type WithdrawGrantMutationVariables = Exact<{
  id: string;
}>;


export type WithdrawGrantMutation = { withdrawOauthGrant: { success: boolean } | null };

export type RequestArchiveMutationVariables = Exact<{ [key: string]: never; }>;


export type RequestArchiveMutation = { requestAccountArchive: { state: AccountArchiveState, createdAt: string } | null };

export type DeleteAccountMutationVariables = Exact<{
  password?: string | null | undefined;
}>;


export type DeleteAccountMutation = { requestAccountDeletion: { deletesAt: string | null } | null };

export type LinkActivitiesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type LinkActivitiesQuery = { activities: { nodes: Array<{ id: string, type: ActivityType, actorId: string, actorName: string | null, onBehalfOfName: string | null, summary: string, createdAt: string, changes: Array<{ field: string, from: string | null, to: string | null }> | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ApplicationRowFragment = { id: string, name: string, isPublic: boolean, redirectUris: Array<string>, scopes: Array<Scope>, userCount: number };

export type ApplicationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ApplicationsQuery = { oauthApps: { nodes: Array<{ id: string, name: string, isPublic: boolean, redirectUris: Array<string>, scopes: Array<Scope>, userCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateApplicationMutationVariables = Exact<{
  input: CreateOauthAppInput;
}>;


export type CreateApplicationMutation = { createOauthApp: { clientSecret: string | null, app: { id: string, name: string, isPublic: boolean, redirectUris: Array<string>, scopes: Array<Scope>, userCount: number } } | null };

export type UpdateApplicationMutationVariables = Exact<{
  id: string;
  input: UpdateOauthAppInput;
}>;


export type UpdateApplicationMutation = { updateOauthApp: { id: string, name: string, isPublic: boolean, redirectUris: Array<string>, scopes: Array<Scope>, userCount: number } | null };

export type RotateApplicationSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateApplicationSecretMutation = { rotateOauthAppSecret: { clientSecret: string | null, app: { id: string, name: string, isPublic: boolean, redirectUris: Array<string>, scopes: Array<Scope>, userCount: number } } | null };

export type DeleteApplicationMutationVariables = Exact<{
  id: string;
}>;


export type DeleteApplicationMutation = { deleteOauthApp: { success: boolean } | null };

export type AskQueryVariables = Exact<{
  question: string;
  timezone: string;
}>;


export type AskQuery = { askAnalytics: { answer: string, data: { source: InsightSource, suggestions: Array<string>, total: number | null, query: { document: string, variables: unknown } | null, period: { label: string, from: string | null, to: string | null } | null, comparedTo: { label: string } | null, rows: Array<{ name: string, value: string | null, urlId: string | null, timestamp: string | null, clicks: number, uniqueVisitors: number | null, share: number | null, average: number | null }> } } | null };

export type DomainRowFragment = { id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null };

export type DomainDetailsFragment = { rootUrl: string | null, notFoundUrl: string | null, expiredUrl: string | null, id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null, verificationRecord: { name: string, value: string }, appleApps: Array<{ appId: string, components: Array<string> }>, androidApps: Array<{ packageName: string, sha256CertFingerprints: Array<string> }> };

export type DomainsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type DomainsQuery = { domains: { nodes: Array<{ id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type DomainToSetQueryVariables = Exact<{
  id: string;
}>;


export type DomainToSetQuery = { domain: { rootUrl: string | null, notFoundUrl: string | null, expiredUrl: string | null, id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null, verificationRecord: { name: string, value: string }, appleApps: Array<{ appId: string, components: Array<string> }>, androidApps: Array<{ packageName: string, sha256CertFingerprints: Array<string> }> } | null, urls: { totalCount: number } | null, missingCodes: Array<{ code: string, visits: number, lastVisitAt: string, lastReferrerHost: string | null, lastCountry: string | null }> | null };

export type CheckDomainQueryVariables = Exact<{
  id: string;
}>;


export type CheckDomainQuery = { domainCheck: { recordState: DomainRecordState, foundRecords: Array<string>, wantedHost: string, foundAddresses: Array<string>, answer: DomainAnswer, answerIssue: string | null, checkedAt: string, nextCheckAt: string | null, certificate: { endsAt: string, issuer: string | null, issue: string | null } | null } | null };

export type CreateDomainMutationVariables = Exact<{
  input: CreateDomainInput;
}>;


export type CreateDomainMutation = { createDomain: { rootUrl: string | null, notFoundUrl: string | null, expiredUrl: string | null, id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null, verificationRecord: { name: string, value: string }, appleApps: Array<{ appId: string, components: Array<string> }>, androidApps: Array<{ packageName: string, sha256CertFingerprints: Array<string> }> } | null };

export type VerifyDomainMutationVariables = Exact<{
  id: string;
}>;


export type VerifyDomainMutation = { verifyDomain: { rootUrl: string | null, notFoundUrl: string | null, expiredUrl: string | null, id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null, verificationRecord: { name: string, value: string }, appleApps: Array<{ appId: string, components: Array<string> }>, androidApps: Array<{ packageName: string, sha256CertFingerprints: Array<string> }> } | null };

export type UpdateDomainMutationVariables = Exact<{
  id: string;
  input: UpdateDomainInput;
}>;


export type UpdateDomainMutation = { updateDomain: { rootUrl: string | null, notFoundUrl: string | null, expiredUrl: string | null, id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null, verificationRecord: { name: string, value: string }, appleApps: Array<{ appId: string, components: Array<string> }>, androidApps: Array<{ packageName: string, sha256CertFingerprints: Array<string> }> } | null };

export type SetDomainAppsMutationVariables = Exact<{
  id: string;
  input: SetDomainAppsInput;
}>;


export type SetDomainAppsMutation = { setDomainApps: { rootUrl: string | null, notFoundUrl: string | null, expiredUrl: string | null, id: string, host: string, status: DomainStatus, isDefault: boolean, unprovenSince: string | null, verificationRecord: { name: string, value: string }, appleApps: Array<{ appId: string, components: Array<string> }>, androidApps: Array<{ packageName: string, sha256CertFingerprints: Array<string> }> } | null };

export type DeleteDomainMutationVariables = Exact<{
  id: string;
}>;


export type DeleteDomainMutation = { deleteDomain: { success: boolean } | null };

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

export type ResolveAnomalyMutationVariables = Exact<{
  id: string;
}>;


export type ResolveAnomalyMutation = { resolveAnomaly: { id: string, status: AnomalyStatus } | null };

export type KeyRowFragment = { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null, lastUsedCountry: string | null };

export type ApiKeysQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: { nodes: Array<{ id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null, lastUsedCountry: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateKeyMutationVariables = Exact<{
  name: string;
  scopes: Array<Scope> | Scope;
  expiresInDays: number;
}>;


export type CreateKeyMutation = { createApiKey: { key: string, apiKey: { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null, lastUsedCountry: string | null } } | null };

export type RotateKeyMutationVariables = Exact<{
  id: string;
  overlapHours: number;
  expiresInDays: number;
}>;


export type RotateKeyMutation = { rotateApiKey: { key: string, apiKey: { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null, lastUsedCountry: string | null } } | null };

export type RenameKeyMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameKeyMutation = { renameApiKey: { id: string, name: string, keyPreview: string, scopes: Array<Scope>, isActive: boolean, isOwn: boolean, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null, lastUsedCountry: string | null } | null };

export type RevokeKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeKeyMutation = { revokeApiKey: { success: boolean } | null };

export type TagRowFragment = { id: string, name: string, color: TagColor, urlCount: number };

export type FolderRowFragment = { id: string, name: string, urlCount: number };

export type TemplateRowFragment = { id: string, name: string, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null };

export type LabelsToSetQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type LabelsToSetQuery = { tags: { nodes: Array<{ id: string, name: string, color: TagColor, urlCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, folders: { nodes: Array<{ id: string, name: string, urlCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, utmTemplates: { nodes: Array<{ id: string, name: string, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TagsToSetQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type TagsToSetQuery = { tags: { nodes: Array<{ id: string, name: string, color: TagColor, urlCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type FoldersToSetQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type FoldersToSetQuery = { folders: { nodes: Array<{ id: string, name: string, urlCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TemplatesToSetQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type TemplatesToSetQuery = { utmTemplates: { nodes: Array<{ id: string, name: string, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TagsToMergeQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type TagsToMergeQuery = { tags: { nodes: Array<{ id: string, name: string, color: TagColor, urlCount: number }> } | null };

export type ChangeTagMutationVariables = Exact<{
  id: string;
  name: string;
  color: TagColor;
}>;


export type ChangeTagMutation = { updateTag: { id: string, name: string, color: TagColor, urlCount: number } | null };

export type MergeTagsMutationVariables = Exact<{
  id: string;
  intoId: string;
}>;


export type MergeTagsMutation = { mergeTags: { id: string, name: string, color: TagColor, urlCount: number } | null };

export type DeleteTagMutationVariables = Exact<{
  id: string;
}>;


export type DeleteTagMutation = { deleteTag: { success: boolean } | null };

export type RenameFolderMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameFolderMutation = { updateFolder: { id: string, name: string, urlCount: number } | null };

export type DeleteFolderMutationVariables = Exact<{
  id: string;
}>;


export type DeleteFolderMutation = { deleteFolder: { success: boolean } | null };

export type ChangeTemplateMutationVariables = Exact<{
  id: string;
  input: UpdateUtmTemplateInput;
}>;


export type ChangeTemplateMutation = { updateUtmTemplate: { id: string, name: string, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null } | null };

export type DeleteTemplateMutationVariables = Exact<{
  id: string;
}>;


export type DeleteTemplateMutation = { deleteUtmTemplate: { success: boolean } | null };

export type LinkDetailsFragment = { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, forwardPath: boolean, isCloaked: boolean, privacyMode: boolean, note: string | null, updatedAt: string, tags: Array<{ id: string }>, pixels: Array<{ id: string }> | null };

export type LinkToEditQueryVariables = Exact<{
  id: string;
}>;


export type LinkToEditQuery = { url: { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, forwardPath: boolean, isCloaked: boolean, privacyMode: boolean, note: string | null, updatedAt: string, tags: Array<{ id: string }>, pixels: Array<{ id: string }> | null } | null };

export type UpdateLinkMutationVariables = Exact<{
  id: string;
  input: UpdateUrlInput;
}>;


export type UpdateLinkMutation = { updateUrl: { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, forwardPath: boolean, isCloaked: boolean, privacyMode: boolean, note: string | null, updatedAt: string, shortUrl: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, tags: Array<{ id: string, name: string, color: TagColor }>, pixels: Array<{ id: string }> | null, folder: { id: string, name: string } | null } | null };

export type PixelsToChooseQueryVariables = Exact<{ [key: string]: never; }>;


export type PixelsToChooseQuery = { pixelsConnection: { nodes: Array<{ id: string, name: string, pixelType: PixelType, isActive: boolean }> } | null };

export type SetLinkPixelsMutationVariables = Exact<{
  id: string;
  pixelIds: Array<string> | string;
}>;


export type SetLinkPixelsMutation = { setUrlPixels: Array<{ id: string }> | null };

export type UnfurlQueryVariables = Exact<{
  url: string;
}>;


export type UnfurlQuery = { unfurl: { title: string | null, siteName: string | null, description: string | null, image: string | null } | null };

export type UtmTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type UtmTemplatesQuery = { utmTemplates: { nodes: Array<{ id: string, name: string, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null }> } | null };

export type SaveUtmTemplateMutationVariables = Exact<{
  input: CreateUtmTemplateInput;
}>;


export type SaveUtmTemplateMutation = { createUtmTemplate: { id: string, name: string, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null } | null };

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

export type LastAppealQueryVariables = Exact<{
  id: string;
}>;


export type LastAppealQuery = { urlAppeal: { createdAt: string, state: AppealState } | null };

export type AppealMutationVariables = Exact<{
  id: string;
  message: string;
}>;


export type AppealMutation = { appealUrl: { success: boolean } | null };

export type LinkHeadQueryVariables = Exact<{
  id: string;
}>;


export type LinkHeadQuery = { url: { domainHost: string | null, workspaceId: string | null, blockedReason: AbuseReason | null, note: string | null, id: string, code: string, title: string, shortUrl: string, destination: string, iconUrl: string | null, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, creator: { id: string, name: string } | null, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null };

export type FindLinkQueryVariables = Exact<{
  code: string;
}>;


export type FindLinkQuery = { urls: { nodes: Array<{ id: string, code: string }> } | null };

export type FirstStepsQueryVariables = Exact<{
  id: string;
  isAdmin: boolean;
}>;


export type FirstStepsQuery = { urls: { totalCount: number, nodes: Array<{ id: string }> } | null, domains: { totalCount: number } | null, workspace: { id: string, memberCount: number } | null, workspaceInvitations?: { nodes: Array<{ id: string }> } | null };

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


export type PlacesQuery = { folders: { nodes: Array<{ id: string, name: string, urlCount: number }> } | null, tags: { nodes: Array<{ id: string, name: string, color: TagColor, urlCount: number }> } | null, domains: { nodes: Array<{ id: string, host: string, status: DomainStatus, isDefault: boolean }> } | null };

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

export type MemberRowFragment = { id: string, accountId: string, name: string, email: string, role: WorkspaceRole, joinedAt: string, lastActiveAt: string | null, hasSecondFactor: boolean | null };

export type InvitationRowFragment = { id: string, email: string, role: WorkspaceRole, status: InvitationStatus, expiresAt: string };

export type MembersQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
  sort: MemberSort;
  first: number;
  after?: string | null | undefined;
}>;


export type MembersQuery = { workspaceMembers: { nodes: Array<{ id: string, accountId: string, name: string, email: string, role: WorkspaceRole, joinedAt: string, lastActiveAt: string | null, hasSecondFactor: boolean | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type InvitationsQueryVariables = Exact<{
  id: string;
}>;


export type InvitationsQuery = { workspaceInvitations: { nodes: Array<{ id: string, email: string, role: WorkspaceRole, status: InvitationStatus, expiresAt: string }> } | null };

export type InviteMutationVariables = Exact<{
  id: string;
  email: string;
  role: WorkspaceRole;
}>;


export type InviteMutation = { createInvitation: { invitation: { id: string, email: string, role: WorkspaceRole, status: InvitationStatus, expiresAt: string } } | null };

export type ResendInvitationMutationVariables = Exact<{
  id: string;
  invitationId: string;
}>;


export type ResendInvitationMutation = { resendInvitation: { id: string, email: string, role: WorkspaceRole, status: InvitationStatus, expiresAt: string } | null };

export type RevokeInvitationMutationVariables = Exact<{
  id: string;
  invitationId: string;
}>;


export type RevokeInvitationMutation = { revokeInvitation: { success: boolean } | null };

export type ChangeRoleMutationVariables = Exact<{
  id: string;
  accountId: string;
  role: WorkspaceRole;
}>;


export type ChangeRoleMutation = { updateWorkspaceMember: { id: string, accountId: string, name: string, email: string, role: WorkspaceRole, joinedAt: string, lastActiveAt: string | null, hasSecondFactor: boolean | null } | null };

export type RemoveMemberMutationVariables = Exact<{
  id: string;
  accountId: string;
}>;


export type RemoveMemberMutation = { removeWorkspaceMember: { success: boolean } | null };

export type ReviewFragment = { id: string, shortUrl: string, title: string, destination: string, destinationHost: string, isBlocked: boolean, blockedReason: AbuseReason | null, blockedAt: string | null, blockedBy: Array<string>, openReports: number, waitingSince: string | null, reasons: Array<{ reason: AbuseReason, count: number }>, appeal: { message: string, createdAt: string } | null, owner: { id: string, name: string, email: string } | null, reports: Array<{ id: string, reason: AbuseReason, details: string | null, email: string | null, createdAt: string, outcome: AbuseReportOutcome | null }> };

export type ReviewsQueryVariables = Exact<{
  state: AbuseReviewState;
  first: number;
  after?: string | null | undefined;
}>;


export type ReviewsQuery = { abuseReviews: { nodes: Array<{ id: string, shortUrl: string, title: string, destination: string, destinationHost: string, isBlocked: boolean, blockedReason: AbuseReason | null, blockedAt: string | null, blockedBy: Array<string>, openReports: number, waitingSince: string | null, reasons: Array<{ reason: AbuseReason, count: number }>, appeal: { message: string, createdAt: string } | null, owner: { id: string, name: string, email: string } | null, reports: Array<{ id: string, reason: AbuseReason, details: string | null, email: string | null, createdAt: string, outcome: AbuseReportOutcome | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type BlockLinkMutationVariables = Exact<{
  id: string;
  input: BlockUrlInput;
}>;


export type BlockLinkMutation = { blockUrl: { id: string, shortUrl: string, title: string, destination: string, destinationHost: string, isBlocked: boolean, blockedReason: AbuseReason | null, blockedAt: string | null, blockedBy: Array<string>, openReports: number, waitingSince: string | null, reasons: Array<{ reason: AbuseReason, count: number }>, appeal: { message: string, createdAt: string } | null, owner: { id: string, name: string, email: string } | null, reports: Array<{ id: string, reason: AbuseReason, details: string | null, email: string | null, createdAt: string, outcome: AbuseReportOutcome | null }> } | null };

export type DismissReportsMutationVariables = Exact<{
  id: string;
  note?: string | null | undefined;
}>;


export type DismissReportsMutation = { dismissReports: { id: string, shortUrl: string, title: string, destination: string, destinationHost: string, isBlocked: boolean, blockedReason: AbuseReason | null, blockedAt: string | null, blockedBy: Array<string>, openReports: number, waitingSince: string | null, reasons: Array<{ reason: AbuseReason, count: number }>, appeal: { message: string, createdAt: string } | null, owner: { id: string, name: string, email: string } | null, reports: Array<{ id: string, reason: AbuseReason, details: string | null, email: string | null, createdAt: string, outcome: AbuseReportOutcome | null }> } | null };

export type UnblockLinkMutationVariables = Exact<{
  id: string;
  note?: string | null | undefined;
}>;


export type UnblockLinkMutation = { unblockUrl: { id: string, shortUrl: string, title: string, destination: string, destinationHost: string, isBlocked: boolean, blockedReason: AbuseReason | null, blockedAt: string | null, blockedBy: Array<string>, openReports: number, waitingSince: string | null, reasons: Array<{ reason: AbuseReason, count: number }>, appeal: { message: string, createdAt: string } | null, owner: { id: string, name: string, email: string } | null, reports: Array<{ id: string, reason: AbuseReason, details: string | null, email: string | null, createdAt: string, outcome: AbuseReportOutcome | null }> } | null };

export type BlockedDestinationRowFragment = { id: string, pattern: string, reason: AbuseReason, note: string | null, blockedLinks: number, createdAt: string };

export type BlockedDestinationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type BlockedDestinationsQuery = { blockedDestinations: { nodes: Array<{ id: string, pattern: string, reason: AbuseReason, note: string | null, blockedLinks: number, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type BlockDestinationMutationVariables = Exact<{
  input: BlockDestinationInput;
}>;


export type BlockDestinationMutation = { blockDestination: { id: string, pattern: string, reason: AbuseReason, note: string | null, blockedLinks: number, createdAt: string } | null };

export type UnblockDestinationMutationVariables = Exact<{
  id: string;
}>;


export type UnblockDestinationMutation = { unblockDestination: { success: boolean } | null };

export type AccountRowFragment = { id: string, name: string, email: string, role: UserRole, emailVerifiedAt: string | null, createdAt: string, suspendedAt: string | null, deletionRequestedAt: string | null, workspaces: Array<{ id: string, name: string, plan: Plan, isPersonal: boolean, suspendedAt: string | null }> };

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  suspended?: boolean | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AccountsQuery = { adminAccounts: { nodes: Array<{ id: string, name: string, email: string, role: UserRole, emailVerifiedAt: string | null, createdAt: string, suspendedAt: string | null, deletionRequestedAt: string | null, workspaces: Array<{ id: string, name: string, plan: Plan, isPersonal: boolean, suspendedAt: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SuspendAccountMutationVariables = Exact<{
  id: string;
  note?: string | null | undefined;
}>;


export type SuspendAccountMutation = { suspendAccount: { id: string, name: string, email: string, role: UserRole, emailVerifiedAt: string | null, createdAt: string, suspendedAt: string | null, deletionRequestedAt: string | null, workspaces: Array<{ id: string, name: string, plan: Plan, isPersonal: boolean, suspendedAt: string | null }> } | null };

export type RestoreAccountMutationVariables = Exact<{
  id: string;
  note?: string | null | undefined;
}>;


export type RestoreAccountMutation = { restoreAccount: { id: string, name: string, email: string, role: UserRole, emailVerifiedAt: string | null, createdAt: string, suspendedAt: string | null, deletionRequestedAt: string | null, workspaces: Array<{ id: string, name: string, plan: Plan, isPersonal: boolean, suspendedAt: string | null }> } | null };

export type WorkspaceRowFragment = { id: string, name: string, slug: string, plan: Plan, isPersonal: boolean, createdAt: string, suspendedAt: string | null, owners: Array<{ id: string, email: string }>, usage: Array<{ resource: PlanResource, used: number, limit: number }> };

export type AllWorkspacesQueryVariables = Exact<{
  search?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AllWorkspacesQuery = { adminWorkspaces: { nodes: Array<{ id: string, name: string, slug: string, plan: Plan, isPersonal: boolean, createdAt: string, suspendedAt: string | null, owners: Array<{ id: string, email: string }>, usage: Array<{ resource: PlanResource, used: number, limit: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SetPlanMutationVariables = Exact<{
  id: string;
  plan: Plan;
}>;


export type SetPlanMutation = { setWorkspacePlan: { id: string, plan: Plan } | null };

export type ServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceQuery = { doctor: { status: FindingStatus, version: string, checkedAt: string, findings: Array<{ check: string, status: FindingStatus, text: string }> } | null };

export type ActRowFragment = { id: string, kind: AbuseActKind, urlId: string | null, accountId: string | null, pattern: string | null, reason: AbuseReason | null, note: string | null, createdAt: string, actor: { id: string, name: string } | null, review: { id: string, shortUrl: string } | null, account: { id: string, name: string, email: string } | null };

export type AbuseLogQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type AbuseLogQuery = { abuseActs: { nodes: Array<{ id: string, kind: AbuseActKind, urlId: string | null, accountId: string | null, pattern: string | null, reason: AbuseReason | null, note: string | null, createdAt: string, actor: { id: string, name: string } | null, review: { id: string, shortUrl: string } | null, account: { id: string, name: string, email: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type PageHeadFragment = { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null };

export type PageDraftFragment = { pageId: string, title: string, description: string | null, seoTitle: string | null, seoDescription: string | null, savedAt: string | null, version: string, theme: { preset: BioThemePreset, accentColor: string | null, backgroundColor: string | null, buttonStyle: BioButtonStyle, font: BioFont, linkContrast: number }, blocks: Array<{ id: string, type: BioBlockType, title: string | null, content: string | null, url: string | null, network: SocialNetwork | null, isVisible: boolean, scheduledFrom: string | null, scheduledUntil: string | null }> };

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


export type PageDraftQuery = { bioPageDraft: { pageId: string, title: string, description: string | null, seoTitle: string | null, seoDescription: string | null, savedAt: string | null, version: string, theme: { preset: BioThemePreset, accentColor: string | null, backgroundColor: string | null, buttonStyle: BioButtonStyle, font: BioFont, linkContrast: number }, blocks: Array<{ id: string, type: BioBlockType, title: string | null, content: string | null, url: string | null, network: SocialNetwork | null, isVisible: boolean, scheduledFrom: string | null, scheduledUntil: string | null }> } | null, bioBlocks: Array<{ id: string, clicks: number, isBlocked: boolean }> | null };

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


export type SavePageDraftMutation = { updateBioPageDraft: { pageId: string, title: string, description: string | null, seoTitle: string | null, seoDescription: string | null, savedAt: string | null, version: string, theme: { preset: BioThemePreset, accentColor: string | null, backgroundColor: string | null, buttonStyle: BioButtonStyle, font: BioFont, linkContrast: number }, blocks: Array<{ id: string, type: BioBlockType, title: string | null, content: string | null, url: string | null, network: SocialNetwork | null, isVisible: boolean, scheduledFrom: string | null, scheduledUntil: string | null }> } | null };

export type DiscardPageDraftMutationVariables = Exact<{
  id: string;
}>;


export type DiscardPageDraftMutation = { discardBioPageDraft: { id: string, urlId: string, workspaceId: string, slug: string, title: string, url: string, isPublished: boolean, isBlocked: boolean, hasDraft: boolean, views: number, avatarUrl: string | null, socialImageUrl: string | null } | null };

export type PublishPageMutationVariables = Exact<{
  id: string;
  ifVersion?: string | null | undefined;
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

export type PixelRowFragment = { id: string, name: string, pixelType: PixelType, pixelId: string, isActive: boolean, urlCount: number };

export type PixelsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PixelsQuery = { pixelsConnection: { nodes: Array<{ id: string, name: string, pixelType: PixelType, pixelId: string, isActive: boolean, urlCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreatePixelMutationVariables = Exact<{
  input: CreatePixelInput;
}>;


export type CreatePixelMutation = { createPixel: { id: string, name: string, pixelType: PixelType, pixelId: string, isActive: boolean, urlCount: number } | null };

export type UpdatePixelMutationVariables = Exact<{
  id: string;
  input: UpdatePixelInput;
}>;


export type UpdatePixelMutation = { updatePixel: { id: string, name: string, pixelType: PixelType, pixelId: string, isActive: boolean, urlCount: number } | null };

export type DeletePixelMutationVariables = Exact<{
  id: string;
}>;


export type DeletePixelMutation = { deletePixel: { success: boolean } | null };

export type QrRowFragment = { id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string };

export type QrDetailsFragment = { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, dots: QrDots, eyes: QrEyes, eyeColor: string | null, logoShare: number, logo: { id: string, name: string } | null } };

export type QrDesignFieldsFragment = { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, dots: QrDots, eyes: QrEyes, eyeColor: string | null, logoShare: number, logo: { id: string, name: string } | null };

export type QrCodesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type QrCodesQuery = { dynamicQrs: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string }> } | null };

export type QrCodeQueryVariables = Exact<{
  id: string;
}>;


export type QrCodeQuery = { dynamicQr: { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, dots: QrDots, eyes: QrEyes, eyeColor: string | null, logoShare: number, logo: { id: string, name: string } | null } } | null };

export type QrCodeImagesQueryVariables = Exact<{
  id: string;
  color?: string | null | undefined;
  background?: string | null | undefined;
  isTransparent?: boolean | null | undefined;
  level?: ErrorCorrectionLevel | null | undefined;
  margin?: number | null | undefined;
  dots?: QrDots | null | undefined;
  eyes?: QrEyes | null | undefined;
  eyeColor?: string | null | undefined;
  logoShare?: number | null | undefined;
}>;


export type QrCodeImagesQuery = { image: { href: string } | null };

export type LinkQrDesignQueryVariables = Exact<{
  id: string;
}>;


export type LinkQrDesignQuery = { urlQrDesign: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, dots: QrDots, eyes: QrEyes, eyeColor: string | null, logoShare: number, logo: { id: string, name: string } | null } | null };

export type LinkQrImagesQueryVariables = Exact<{
  id: string;
  color?: string | null | undefined;
  background?: string | null | undefined;
  isTransparent?: boolean | null | undefined;
  level?: ErrorCorrectionLevel | null | undefined;
  margin?: number | null | undefined;
  dots?: QrDots | null | undefined;
  eyes?: QrEyes | null | undefined;
  eyeColor?: string | null | undefined;
  logoShare?: number | null | undefined;
}>;


export type LinkQrImagesQuery = { image: { href: string } | null };

export type QrLogosQueryVariables = Exact<{ [key: string]: never; }>;


export type QrLogosQuery = { qrLogosConnection: { nodes: Array<{ id: string, name: string, imageUrl: string }> } | null };

export type CreateQrCodeMutationVariables = Exact<{
  input: CreateDynamicQrInput;
}>;


export type CreateQrCodeMutation = { createDynamicQr: { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, dots: QrDots, eyes: QrEyes, eyeColor: string | null, logoShare: number, logo: { id: string, name: string } | null } } | null };

export type UpdateQrCodeMutationVariables = Exact<{
  id: string;
  input: UpdateDynamicQrInput;
}>;


export type UpdateQrCodeMutation = { updateDynamicQr: { workspaceId: string, updatedAt: string, id: string, title: string, destination: string, shortUrl: string, imageUrl: string, isActive: boolean, scans: number, createdAt: string, url: { id: string } | null, design: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, dots: QrDots, eyes: QrEyes, eyeColor: string | null, logoShare: number, logo: { id: string, name: string } | null } } | null };

export type UpdateLinkQrDesignMutationVariables = Exact<{
  id: string;
  input: UpdateUrlQrDesignInput;
}>;


export type UpdateLinkQrDesignMutation = { updateUrlQrDesign: { color: string, background: string, isTransparent: boolean, level: ErrorCorrectionLevel, margin: number, dots: QrDots, eyes: QrEyes, eyeColor: string | null, logoShare: number, logo: { id: string, name: string } | null } | null };

export type DeleteQrCodeMutationVariables = Exact<{
  id: string;
}>;


export type DeleteQrCodeMutation = { deleteDynamicQr: { success: boolean } | null };

export type DeleteQrLogoMutationVariables = Exact<{
  id: string;
}>;


export type DeleteQrLogoMutation = { deleteQrLogo: { success: boolean } | null };

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

export type SharedPageFragment = { id: string, url: string, title: string | null, subject: SharedStatsSubject, urlId: string | null, folderId: string | null, tagId: string | null, interval: ClickInterval | null, from: string | null, to: string | null, timezone: string, showsLinkTitles: boolean, expiresAt: string | null, createdAt: string };

export type SharedPagesQueryVariables = Exact<{ [key: string]: never; }>;


export type SharedPagesQuery = { sharedStatsPages: { nodes: Array<{ id: string, url: string, title: string | null, subject: SharedStatsSubject, urlId: string | null, folderId: string | null, tagId: string | null, interval: ClickInterval | null, from: string | null, to: string | null, timezone: string, showsLinkTitles: boolean, expiresAt: string | null, createdAt: string }> } | null };

export type SharedSubjectsQueryVariables = Exact<{ [key: string]: never; }>;


export type SharedSubjectsQuery = { folders: { nodes: Array<{ id: string, name: string }> } | null, tags: { nodes: Array<{ id: string, name: string }> } | null };

export type SharePageMutationVariables = Exact<{
  input: CreateSharedStatsPageInput;
}>;


export type SharePageMutation = { createSharedStatsPage: { id: string, url: string, title: string | null, subject: SharedStatsSubject, urlId: string | null, folderId: string | null, tagId: string | null, interval: ClickInterval | null, from: string | null, to: string | null, timezone: string, showsLinkTitles: boolean, expiresAt: string | null, createdAt: string } | null };

export type ChangeSharedPageMutationVariables = Exact<{
  id: string;
  input: UpdateSharedStatsPageInput;
}>;


export type ChangeSharedPageMutation = { updateSharedStatsPage: { id: string, url: string, title: string | null, subject: SharedStatsSubject, urlId: string | null, folderId: string | null, tagId: string | null, interval: ClickInterval | null, from: string | null, to: string | null, timezone: string, showsLinkTitles: boolean, expiresAt: string | null, createdAt: string } | null };

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

export type RowIssueFragment = { field: string, code: string, values: Array<{ name: string, value: string }> };

export type ImportRowFragment = { id: string, source: ImportSource, content: ImportContent, state: ImportState, onConflict: ImportConflictPolicy, dryRun: boolean, processed: number, created: number, renamed: number, skipped: number, failed: number, failureMessage: string | null, createdAt: string, finishedAt: string | null };

export type ImportsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ImportsQuery = { imports: { nodes: Array<{ id: string, source: ImportSource, content: ImportContent, state: ImportState, onConflict: ImportConflictPolicy, dryRun: boolean, processed: number, created: number, renamed: number, skipped: number, failed: number, failureMessage: string | null, createdAt: string, finishedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ImportProgressQueryVariables = Exact<{
  id: string;
}>;


export type ImportProgressQuery = { import: { id: string, source: ImportSource, content: ImportContent, state: ImportState, onConflict: ImportConflictPolicy, dryRun: boolean, processed: number, created: number, renamed: number, skipped: number, failed: number, failureMessage: string | null, createdAt: string, finishedAt: string | null } | null };

export type ImportMistakesQueryVariables = Exact<{
  id: string;
}>;


export type ImportMistakesQuery = { import: { id: string, errors: Array<{ row: number, code: string, message: string, issues: Array<{ field: string, code: string, values: Array<{ name: string, value: string }> }>, cells: Array<{ column: string, field: ImportField, value: string }> }> } | null };

export type ImportErrorsQueryVariables = Exact<{
  id: string;
}>;


export type ImportErrorsQuery = { importErrors: { href: string, fileName: string } | null };

export type PreviewImportMutationVariables = Exact<{
  input: PreviewImportInput;
}>;


export type PreviewImportMutation = { previewImport: { source: ImportSource, content: ImportContent, failureMessage: string | null, mapping: Array<{ column: string, field: ImportField | null, warning: string | null }>, rows: Array<{ row: number, outcome: ImportOutcome, alias: string | null, shortUrl: string | null, destination: string | null, title: string | null, error: { code: string, message: string, issues: Array<{ field: string, code: string, values: Array<{ name: string, value: string }> }> } | null }>, warnings: Array<{ column: string, message: string, firstRow: number }> } | null };

export type CreateImportMutationVariables = Exact<{
  input: CreateImportInput;
}>;


export type CreateImportMutation = { createImport: { id: string, source: ImportSource, content: ImportContent, state: ImportState, onConflict: ImportConflictPolicy, dryRun: boolean, processed: number, created: number, renamed: number, skipped: number, failed: number, failureMessage: string | null, createdAt: string, finishedAt: string | null } | null };

export type CancelImportMutationVariables = Exact<{
  id: string;
}>;


export type CancelImportMutation = { cancelImport: { id: string, source: ImportSource, content: ImportContent, state: ImportState, onConflict: ImportConflictPolicy, dryRun: boolean, processed: number, created: number, renamed: number, skipped: number, failed: number, failureMessage: string | null, createdAt: string, finishedAt: string | null } | null };

export type UndoImportMutationVariables = Exact<{
  importId: string;
  unchangedSince: string;
  dryRun: boolean;
}>;


export type UndoImportMutation = { changeSelectedUrls: { matched: number, changed: number, remaining: number } | null };

export type ExportRowFragment = { id: string, content: ExportContent, format: ExportFormat, state: ExportState, rowCount: number, failureMessage: string | null, createdAt: string, download: { href: string, fileName: string, expiresAt: string } | null };

export type ExportsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ExportsQuery = { exports: { nodes: Array<{ id: string, content: ExportContent, format: ExportFormat, state: ExportState, rowCount: number, failureMessage: string | null, createdAt: string, download: { href: string, fileName: string, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ExportProgressQueryVariables = Exact<{
  id: string;
}>;


export type ExportProgressQuery = { export: { id: string, content: ExportContent, format: ExportFormat, state: ExportState, rowCount: number, failureMessage: string | null, createdAt: string, download: { href: string, fileName: string, expiresAt: string } | null } | null };

export type CreateLinkExportMutationVariables = Exact<{
  format: LinkExportFormat;
  createdFrom?: string | null | undefined;
  createdTo?: string | null | undefined;
}>;


export type CreateLinkExportMutation = { createLinkExport: { id: string, content: ExportContent, format: ExportFormat, state: ExportState, rowCount: number, failureMessage: string | null, createdAt: string, download: { href: string, fileName: string, expiresAt: string } | null } | null };

export type CreateClickExportMutationVariables = Exact<{
  format: ClickExportFormat;
  filter?: ClickFilter | null | undefined;
}>;


export type CreateClickExportMutation = { createClickExport: { id: string, content: ExportContent, format: ExportFormat, state: ExportState, rowCount: number, failureMessage: string | null, createdAt: string, download: { href: string, fileName: string, expiresAt: string } | null } | null };

export type CancelExportMutationVariables = Exact<{
  id: string;
}>;


export type CancelExportMutation = { cancelExport: { id: string, content: ExportContent, format: ExportFormat, state: ExportState, rowCount: number, failureMessage: string | null, createdAt: string, download: { href: string, fileName: string, expiresAt: string } | null } | null };

export type WebhookRowFragment = { id: string, name: string, url: string, format: WebhookFormat, events: Array<SubscribableEventType>, isActive: boolean, failureCount: number, lastStatus: number | null, lastDeliveryAt: string | null, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, secretPreview: string };

export type WebhooksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { webhooksConnection: { nodes: Array<{ id: string, name: string, url: string, format: WebhookFormat, events: Array<SubscribableEventType>, isActive: boolean, failureCount: number, lastStatus: number | null, lastDeliveryAt: string | null, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, secretPreview: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type WebhookQueryVariables = Exact<{
  id: string;
}>;


export type WebhookQuery = { webhook: { id: string, name: string, url: string, format: WebhookFormat, events: Array<SubscribableEventType>, isActive: boolean, failureCount: number, lastStatus: number | null, lastDeliveryAt: string | null, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, secretPreview: string } | null };

export type WebhookSampleQueryVariables = Exact<{
  event: WebhookEventType;
  format: WebhookFormat;
}>;


export type WebhookSampleQuery = { webhookSample: { body: string } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { secret: string, webhook: { id: string, name: string, url: string, format: WebhookFormat, events: Array<SubscribableEventType>, isActive: boolean, failureCount: number, lastStatus: number | null, lastDeliveryAt: string | null, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, secretPreview: string } } | null };

export type UpdateWebhookMutationVariables = Exact<{
  id: string;
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: string, name: string, url: string, format: WebhookFormat, events: Array<SubscribableEventType>, isActive: boolean, failureCount: number, lastStatus: number | null, lastDeliveryAt: string | null, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, secretPreview: string } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string, webhook: { id: string, name: string, url: string, format: WebhookFormat, events: Array<SubscribableEventType>, isActive: boolean, failureCount: number, lastStatus: number | null, lastDeliveryAt: string | null, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, secretPreview: string } } | null };

export type DeleteWebhookMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWebhookMutation = { deleteWebhook: { success: boolean } | null };

export type DeliveryRowFragment = { id: string, eventType: WebhookEventType, state: DeliveryState, isTest: boolean, attempt: number, httpStatus: number | null, error: string | null, nextAttemptAt: string | null, createdAt: string };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: string;
  status?: DeliveryState | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { nodes: Array<{ id: string, eventType: WebhookEventType, state: DeliveryState, isTest: boolean, attempt: number, httpStatus: number | null, error: string | null, nextAttemptAt: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type DeliveryProgressQueryVariables = Exact<{
  id: string;
}>;


export type DeliveryProgressQuery = { webhookDelivery: { id: string, eventType: WebhookEventType, state: DeliveryState, isTest: boolean, attempt: number, httpStatus: number | null, error: string | null, nextAttemptAt: string | null, createdAt: string, webhook: { id: string, name: string, url: string, format: WebhookFormat, events: Array<SubscribableEventType>, isActive: boolean, failureCount: number, lastStatus: number | null, lastDeliveryAt: string | null, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, secretPreview: string } | null } | null };

export type DeliveryAttemptsQueryVariables = Exact<{
  id: string;
}>;


export type DeliveryAttemptsQuery = { webhookDelivery: { id: string, event: { id: string, payload: string } | null, attempts: Array<{ number: number, startedAt: string, durationMs: number, httpStatus: number | null, responseBody: string | null, error: string | null }> } | null };

export type TestWebhookMutationVariables = Exact<{
  id: string;
  event: WebhookEventType;
}>;


export type TestWebhookMutation = { testWebhook: { id: string, eventType: WebhookEventType, state: DeliveryState, isTest: boolean, attempt: number, httpStatus: number | null, error: string | null, nextAttemptAt: string | null, createdAt: string } | null };

export type RedeliverWebhookMutationVariables = Exact<{
  id: string;
}>;


export type RedeliverWebhookMutation = { redeliverWebhook: { id: string, eventType: WebhookEventType, state: DeliveryState, isTest: boolean, attempt: number, httpStatus: number | null, error: string | null, nextAttemptAt: string | null, createdAt: string } | null };

export type RedeliverWebhookEventsMutationVariables = Exact<{
  id: string;
}>;


export type RedeliverWebhookEventsMutation = { redeliverWebhookEvents: { queued: number } | null };

export type OpenAlertFragment = { id: string, kind: AlertKind, severity: Severity, createdAt: string, subjectId: string, acknowledgedAt: string | null, subject:
    | { __typename: 'Anomaly' }
    | { __typename: 'ApiKeyItem', id: string, name: string, expiresAt: string }
    | { __typename: 'UrlItem', id: string, shortUrl: string, title: string }
    | { __typename: 'WebhookItem', id: string, name: string, failureCount: number, lastStatus: number | null, disabledReason: WebhookDisabledReason | null }
   | null };

export type WorkspaceHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type WorkspaceHealthQuery = { commandCenterAlerts: { nodes: Array<{ id: string, kind: AlertKind, severity: Severity, createdAt: string, subjectId: string, acknowledgedAt: string | null, subject:
        | { __typename: 'Anomaly' }
        | { __typename: 'ApiKeyItem', id: string, name: string, expiresAt: string }
        | { __typename: 'UrlItem', id: string, shortUrl: string, title: string }
        | { __typename: 'WebhookItem', id: string, name: string, failureCount: number, lastStatus: number | null, disabledReason: WebhookDisabledReason | null }
       | null }> } | null, anomalies: { nodes: Array<{ id: string, kind: AnomalyKind, severity: Severity, observed: number, expected: number, country: string | null, windowStart: string, status: AnomalyStatus, url: { id: string, shortUrl: string, title: string } | null }> } | null, domains: { nodes: Array<{ id: string, host: string, status: DomainStatus, unprovenSince: string | null, createdAt: string }> } | null };

export type WhatWaitsQueryVariables = Exact<{ [key: string]: never; }>;


export type WhatWaitsQuery = { commandCenterSummary: { waiting: number } | null };

export type WatchingQueryVariables = Exact<{ [key: string]: never; }>;


export type WatchingQuery = { linkHealth: { isOn: boolean, unreachable: number, unreachableUrls: Array<{ id: string, shortUrl: string, destination: string, health: { failingSince: string | null, lastStatus: number | null, lastError: string | null } | null }> | null } | null };

export type WatchAllMutationVariables = Exact<{
  isOn: boolean;
}>;


export type WatchAllMutation = { updateLinkHealth: { isOn: boolean } | null };

export type AcknowledgeAlertMutationVariables = Exact<{
  id: string;
}>;


export type AcknowledgeAlertMutation = { acknowledgeAlert: { id: string, kind: AlertKind, severity: Severity, createdAt: string, subjectId: string, acknowledgedAt: string | null, subject:
      | { __typename: 'Anomaly' }
      | { __typename: 'ApiKeyItem', id: string, name: string, expiresAt: string }
      | { __typename: 'UrlItem', id: string, shortUrl: string, title: string }
      | { __typename: 'WebhookItem', id: string, name: string, failureCount: number, lastStatus: number | null, disabledReason: WebhookDisabledReason | null }
     | null } | null };

export type AcknowledgeAnomalyMutationVariables = Exact<{
  id: string;
}>;


export type AcknowledgeAnomalyMutation = { acknowledgeAnomaly: { id: string, status: AnomalyStatus } | null };

export type WorkspaceSettingsFragment = { id: string, name: string, slug: string, isPersonal: boolean, role: WorkspaceRole, plan: Plan, memberCount: number, clickRetentionDays: number | null, weeklyExport: boolean, expiryNoticeDays: number, needsSecondFactor: boolean, usage: Array<{ resource: PlanResource, used: number, limit: number }> };

export type WorkspaceSettingsOfQueryVariables = Exact<{
  id: string;
}>;


export type WorkspaceSettingsOfQuery = { workspace: { id: string, name: string, slug: string, isPersonal: boolean, role: WorkspaceRole, plan: Plan, memberCount: number, clickRetentionDays: number | null, weeklyExport: boolean, expiryNoticeDays: number, needsSecondFactor: boolean, usage: Array<{ resource: PlanResource, used: number, limit: number }> } | null };

export type DeletedWorkspacesQueryVariables = Exact<{ [key: string]: never; }>;


export type DeletedWorkspacesQuery = { workspaces: { nodes: Array<{ id: string, name: string }> } | null };

export type HeirsQueryVariables = Exact<{
  id: string;
}>;


export type HeirsQuery = { workspaceMembers: { nodes: Array<{ id: string, accountId: string, name: string, email: string }> } | null };

export type ChangeWorkspaceMutationVariables = Exact<{
  id: string;
  input: UpdateWorkspaceInput;
}>;


export type ChangeWorkspaceMutation = { updateWorkspace: { id: string, name: string, slug: string, isPersonal: boolean, role: WorkspaceRole, plan: Plan, memberCount: number, clickRetentionDays: number | null, weeklyExport: boolean, expiryNoticeDays: number, needsSecondFactor: boolean, usage: Array<{ resource: PlanResource, used: number, limit: number }> } | null };

export type CreateWorkspaceMutationVariables = Exact<{
  name: string;
}>;


export type CreateWorkspaceMutation = { createWorkspace: { id: string, name: string } | null };

export type TransferWorkspaceMutationVariables = Exact<{
  id: string;
  accountId: string;
}>;


export type TransferWorkspaceMutation = { transferWorkspace: { id: string, role: WorkspaceRole } | null };

export type LeaveWorkspaceMutationVariables = Exact<{
  id: string;
}>;


export type LeaveWorkspaceMutation = { leaveWorkspace: { success: boolean } | null };

export type DeleteWorkspaceMutationVariables = Exact<{
  id: string;
  confirm: string;
}>;


export type DeleteWorkspaceMutation = { deleteWorkspace: { success: boolean } | null };

export type RestoreWorkspaceMutationVariables = Exact<{
  id: string;
}>;


export type RestoreWorkspaceMutation = { restoreWorkspace: { id: string, name: string } | null };
