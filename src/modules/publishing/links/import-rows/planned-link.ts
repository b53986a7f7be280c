import type { Domain } from '../domains/domain.entity.ts'
import { toOptionColumns } from '../rules/link-options.ts'
import { toLinkSearchText } from '../rules/link-search-text.ts'
import type { PlannedSlug } from './closest-slug.ts'
import type { ImportedAddress, LinkImportOptions } from './imported-link.ts'
import type { CheckedRow } from './row-rules.ts'

/** A row that is about to become a link. */
export interface PlacedRow extends CheckedRow {
  readonly domain: Domain | null
  readonly plannedSlug: PlannedSlug
  readonly folderId: string | null
  readonly tagIds: readonly string[]
}

export interface PlannedLink {
  readonly row: PlacedRow
  readonly id: string
  readonly code: string
  readonly key: string
}

export function toAddress({ code, row }: PlannedLink): ImportedAddress {
  return {
    code: row.plannedSlug.slug === null ? null : code,
    domainHost: row.domain?.host ?? null,
    destination: row.originalUrl,
    title: row.cleanTitle,
  }
}

/** The row of the table of links. */
export function toLinkRow(
  { row, id, code }: PlannedLink,
  {
    workspaceId,
    creatorId,
    importId,
    now,
  }: Pick<LinkImportOptions, 'workspaceId' | 'creatorId' | 'importId'> & { readonly now: Date },
): object {
  return {
    id,
    workspace_id: workspaceId,
    creator_id: creatorId,
    domain_id: row.domain?.id ?? null,
    domain_host: row.domain?.host ?? null,
    code,
    is_custom: row.plannedSlug.slug !== null && row.isCustom,
    title: row.cleanTitle,
    search_text: toLinkSearchText({
      ...row,
      title: row.cleanTitle,
      code,
      domainHost: row.domain?.host ?? null,
    }),
    original_url: row.originalUrl,
    is_active: row.isActive,
    ...toOptionColumns(row),
    rule_count: row.preparedRules.count,
    route_rules: row.preparedRules.routeRules,
    folder_id: row.folderId,
    import_id: importId,
    imported_clicks: Math.min(row.importedClicks, 2 ** 31 - 1),
    created_at: row.createdAt && row.createdAt < now ? row.createdAt : now,
    updated_at: now,
  }
}
