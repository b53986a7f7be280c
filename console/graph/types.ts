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

/** Changes of a short link. Absent fields keep their value, and null clears an option. */
export type UpdateUrlInput = {
  /** Number of clicks after which the link expires, at least 1. */
  clickLimit?: number | null | undefined;
  /** Alias: 3 to 64 letters, digits and dashes, unique regardless of case. Default: a generated code. */
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
  /** Alias: 3 to 64 letters, digits and dashes, unique regardless of case. Default: a generated code. */
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


export type MeQuery = { me: { id: string, name: string, email: string, emailVerifiedAt: string | null } | null, workspaces: { nodes: Array<{ id: string, name: string, isPersonal: boolean, role: WorkspaceRole, plan: Plan, urlCount: number }> } | null };

export type EndSessionMutationVariables = Exact<{ [key: string]: never; }>;


export type EndSessionMutation = { endSession: { success: boolean } | null };

export type EndAllSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndAllSessionsMutation = { logout: { success: boolean } | null };

export type LinkDetailsFragment = { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, isCloaked: boolean, privacyMode: boolean, tags: Array<{ id: string }> };

export type LinkToEditQueryVariables = Exact<{
  id: string;
}>;


export type LinkToEditQuery = { url: { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, isCloaked: boolean, privacyMode: boolean, tags: Array<{ id: string }> } | null };

export type UpdateLinkMutationVariables = Exact<{
  id: string;
  input: UpdateUrlInput;
}>;


export type UpdateLinkMutation = { updateUrl: { id: string, code: string, destination: string, domainId: string | null, title: string, folderId: string | null, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, expiredUrl: string | null, hasPassword: boolean, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, utmTerm: string | null, utmContent: string | null, ogTitle: string | null, ogDescription: string | null, ogImage: string | null, redirectType: number, forwardQuery: boolean, isCloaked: boolean, privacyMode: boolean, shortUrl: string, isActive: boolean, isBlocked: boolean, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, tags: Array<{ id: string, name: string, color: TagColor }>, folder: { id: string, name: string } | null } | null };

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


export type CodeCheckQuery = { codeCheck: { isAvailable: boolean, issue: string | null, suggestions: Array<string> } | null };

export type LinkHeadQueryVariables = Exact<{
  id: string;
}>;


export type LinkHeadQuery = { url: { domainHost: string | null, blockedReason: AbuseReason | null, id: string, code: string, title: string, shortUrl: string, destination: string, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, creator: { id: string, name: string } | null, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null };

export type FindLinkQueryVariables = Exact<{
  code: string;
}>;


export type FindLinkQuery = { urls: { nodes: Array<{ id: string, code: string }> } | null };

export type LinkRowFragment = { id: string, code: string, title: string, shortUrl: string, destination: string, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> };

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


export type LinksQuery = { urls: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, code: string, title: string, shortUrl: string, destination: string, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> }> } | null };

export type PlacesQueryVariables = Exact<{ [key: string]: never; }>;


export type PlacesQuery = { folders: { nodes: Array<{ id: string, name: string, urlCount: number }> } | null, tags: { nodes: Array<{ id: string, name: string, color: TagColor, urlCount: number }> } | null, domains: { nodes: Array<{ id: string, host: string, status: DomainStatus }> } | null };

export type CreateLinkMutationVariables = Exact<{
  input: CreateUrlInput;
}>;


export type CreateLinkMutation = { createUrl: { id: string, code: string, title: string, shortUrl: string, destination: string, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null };

export type SetActiveMutationVariables = Exact<{
  id: string;
  isActive: boolean;
}>;


export type SetActiveMutation = { updateUrl: { id: string, code: string, title: string, shortUrl: string, destination: string, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null };

export type UpdateLinksMutationVariables = Exact<{
  items: Array<UpdateUrlItem> | UpdateUrlItem;
}>;


export type UpdateLinksMutation = { updateUrls: { summary: { succeeded: number, failed: number }, results: Array<{ error: { message: string } | null, url: { id: string, code: string, title: string, shortUrl: string, destination: string, isActive: boolean, isBlocked: boolean, hasPassword: boolean, startsAt: string | null, expiresAt: string | null, clickLimit: number | null, currentClicks: number, dailyClicks: Array<number> | null, ruleCount: number, createdAt: string, folder: { id: string, name: string } | null, tags: Array<{ id: string, name: string, color: TagColor }> } | null }> } | null };

export type DeleteLinksMutationVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DeleteLinksMutation = { deleteUrls: { summary: { succeeded: number, failed: number } } | null };

export type CreateFolderMutationVariables = Exact<{
  name: string;
}>;


export type CreateFolderMutation = { createFolder: { id: string, name: string, urlCount: number } | null };

export type CreateTagMutationVariables = Exact<{
  name: string;
  color: TagColor;
}>;


export type CreateTagMutation = { createTag: { id: string, name: string, color: TagColor, urlCount: number } | null };

export type LinksFileQueryVariables = Exact<{
  search?: string | null | undefined;
  state?: LinkState | null | undefined;
  folderId?: string | null | undefined;
  tagIds?: Array<string> | string | null | undefined;
  domainId?: string | null | undefined;
}>;


export type LinksFileQuery = { linkExport: { href: string, fileName: string } | null };

export type NewClicksSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type NewClicksSubscription = { clickRecorded: { id: string, country: string, device: DeviceType, createdAt: string, url: { id: string, currentClicks: number } | null } };
