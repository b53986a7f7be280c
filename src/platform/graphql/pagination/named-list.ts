import type { EntityName, FilterQuery, FindOptions } from '@mikro-orm/postgresql'
import { MaxLength } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'
import { createEnumType, toEnumName } from '../../shared/enum-type.ts'
import { foldText, toSearchWords } from '../../shared/text/search-text.ts'
import { IsOneOf } from '../inputs/argument-validation.ts'
import type { RequestContext } from '../request-context.ts'
import type { NodeRow, SortOrder } from './keyset.ts'
import type { ConnectionArgs } from './page.inputs.ts'
import { type ConnectionType, findConnection } from './pagination.ts'

const listSorts = {
  created_desc: 'Newest first.',
  created_asc: 'Oldest first.',
  updated_desc: 'Last changed first.',
  name_asc: 'By name, title or host, ignoring case.',
  name_desc: 'By name, title or host in reverse, ignoring case.',
}

type ListSort = keyof typeof listSorts
const ListSort = createEnumType<ListSort>('ListSort', 'Sort order of a list.', listSorts)

/** Searches and sorts a list of things with names. */
@ArgsType()
export class NamedListArgs {
  @MaxLength(255)
  @Field(() => String, {
    nullable: true,
    description:
      'Only items that have all words of this text in the name, title, host or address, ignoring case and accents. Empty: all items.',
  })
  search?: string | null

  @IsOneOf(Object.values(ListSort))
  @Field(() => ListSort, { defaultValue: 'created_desc', description: 'Sort order.' })
  sort!: ListSort
}

/** Selects, sorts and pages such a list. */
export interface NamedListQuery {
  readonly page: ConnectionArgs
  readonly search: NamedListArgs
}

interface NamedRow extends NodeRow {
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * A list of things with names. A workspace has at most a thousand of them, so its rows are sorted and searched without an
 * index and without stored texts.
 */
export interface NamedList<T extends NamedRow> {
  /** Begins the name of each order in its cursors. */
  readonly cursorPrefix: string
  readonly name: Pick<SortOrder<T>, 'property' | 'column'>
  /** The properties that `textOf` reads. */
  readonly searched: readonly string[]
  /** The text in which a row is searched. */
  readonly textOf: (row: T, context: RequestContext) => string
}

function toOrder<T extends NamedRow>({ cursorPrefix, name }: NamedList<T>, sort: ListSort): SortOrder<T> {
  const keys: Readonly<Record<string, Omit<SortOrder<T>, 'name' | 'direction'>>> = {
    created: { property: 'createdAt', column: 'created_at', kind: 'instant' },
    updated: { property: 'updatedAt', column: 'updated_at', kind: 'instant' },
    name: { ...name, kind: 'text' },
  }
  const [key = '', direction] = sort.split('_')
  return { ...keys[key], name: `${cursorPrefix}_${toEnumName(sort)}`, direction } as SortOrder<T>
}

/** Finds a page of the list of the workspace. A search reads the texts of all its rows, and prepares them as links are searched. */
export async function findNamedConnection<T extends NamedRow, C, P extends string = never>(
  context: RequestContext,
  Connection: ConnectionType<T, C>,
  entity: EntityName<T>,
  list: NamedList<T>,
  { page, search: { search, sort } }: NamedListQuery,
  options: Pick<FindOptions<T, P>, 'populate'> = {},
): Promise<C> {
  const all = { workspace: context.workspaceId } as FilterQuery<T>
  const ids = await findMatches(context, entity, all, list, search ?? '')
  const where = (ids ? { ...(all as object), id: { $in: ids } } : all) as FilterQuery<NoInfer<T>>
  return findConnection(context, Connection, entity, { where, order: toOrder(list, sort), options }, page)
}

/** The ids of the rows that have all words of a search; null without a word. */
async function findMatches<T extends NamedRow>(
  context: RequestContext,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  { searched, textOf }: NamedList<T>,
  search: string,
): Promise<string[] | null> {
  const words = toSearchWords(search)
  if (words.length === 0) return null
  const populate = [...new Set(searched.flatMap((path) => path.split('.').slice(0, -1)))]
  const rows = await context.em.find(entity, where, { fields: searched, populate, disableIdentityMap: true } as never)
  return (rows as unknown as T[])
    .filter((row) => {
      const text = foldText(textOf(row, context))
      return words.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}
