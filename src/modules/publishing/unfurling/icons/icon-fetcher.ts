import { ServiceError } from '../../../../platform/shared/service-error.ts'
import type { LinkRules } from '../../links/index.ts'
import { describePage } from '../page-description.ts'
import type { PageFetcher } from '../page-fetcher.ts'
import { readPageTags } from '../page-tags.ts'
import { findIconFormat, type IconFormat, maxIconBytes } from './icon-format.ts'

export interface FetchedIcon {
  readonly format: IconFormat
  readonly bytes: Buffer
}

/** Fetches the icon of a site: `/favicon.ico`, or the one that its home page names. */
export class IconFetcher {
  constructor(
    private readonly pageFetcher: PageFetcher,
    private readonly linkRules: LinkRules,
  ) {}

  /** Null if the site has no icon of a known format and size. */
  async fetch(origin: string, accountId: string): Promise<FetchedIcon | null> {
    const usual = await this.fetchFile(`${origin}/favicon.ico`, accountId)
    if (usual) return usual
    const named = await orNull(this.findNamed(origin, accountId))
    return named === null ? null : this.fetchFile(named, accountId)
  }

  private async findNamed(origin: string, accountId: string): Promise<string | null> {
    const { url, html } = await this.pageFetcher.fetch(`${origin}/`, accountId)
    const { icons, ...tags } = readPageTags(html)
    const drawn = icons.filter((address) => !/^data:|\.svg(\?|$)/i.test(address))
    return describePage({ ...tags, icons: drawn }, url, this.linkRules).icon
  }

  private async fetchFile(address: string, accountId: string): Promise<FetchedIcon | null> {
    const bytes = await orNull(this.pageFetcher.fetchFile(address, accountId, { maxBytes: maxIconBytes }))
    const format = bytes && findIconFormat(bytes)
    return format ? { format, bytes } : null
  }
}

/** A site that does not answer, or leads to what is not called, has no icon. */
async function orNull<T>(fetching: Promise<T>): Promise<T | null> {
  try {
    return await fetching
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
