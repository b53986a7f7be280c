import { linkOptionTable, type OptionDefinition, type OptionKind, type OptionValueOf } from './link-option-table.ts'

type Table = typeof linkOptionTable

/** A name of the table. It is the same in inputs, events, exports and imports. */
export type LinkOption = keyof Table

type NamesOf<Kind extends OptionKind> = {
  [Name in LinkOption]: Table[Name]['kind'] extends Kind ? Name : never
}[LinkOption]

type NamesWith<Mark extends keyof OptionDefinition> = {
  [Name in LinkOption]: Mark extends keyof Table[Name] ? Name : never
}[LinkOption]

/** The options of a link. */
export type LinkOptionValues = { [Name in LinkOption]: OptionValueOf[Table[Name]['kind']] }

/** The options that always have a value. */
export type FixedOption = NamesOf<'choice' | 'boolean'>

/** The options of an input for a new link. */
export type LinkOptionInputs = Pick<LinkOptionValues, FixedOption> & Partial<Omit<LinkOptionValues, FixedOption>>

/** Options as an input has them. */
export type Given<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }

export const linkOptions = Object.keys(linkOptionTable) as LinkOption[]

/** What the table says about each option, by its name. Options about which it says nothing are left out. */
export function describeOptions<T extends string | undefined>(
  describe: (option: OptionDefinition) => T,
): Record<LinkOption, T> {
  const texts = linkOptions.map((name) => [name, describe(definitionOf(name))] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined)) as Record<LinkOption, T>
}

export function definitionOf(name: LinkOption): OptionDefinition {
  return linkOptionTable[name]
}

function namesOf<Kind extends OptionKind>(...kinds: readonly Kind[]): NamesOf<Kind>[] {
  return linkOptions.filter((name) => kinds.some((kind) => kind === definitionOf(name).kind)) as NamesOf<Kind>[]
}

export const dateOptions = namesOf('date')
export type DateOption = NamesOf<'date'>
export const fixedOptions: readonly FixedOption[] = namesOf('choice', 'boolean')

/** The addresses that an owner may give besides the destination. */
export const addressOptions = namesOf('address')
export type AddressOption = NamesOf<'address'>
export type AddressValues = Pick<LinkOptionValues, AddressOption>

/** The properties of a link with an address to which it sends visitors. The block list covers all of them. */
export const visitedAddresses = ['originalUrl', ...addressOptions.filter(isVisited)] as const

function isVisited(name: AddressOption): name is Exclude<AddressOption, NamesWith<'isImage'>> {
  return !definitionOf(name).isImage
}

/** The options that a redirect reads. A migration lists them in the trigger `link_route_changed`. */
export const redirectOptions = linkOptions.filter(isForVisitors)
export type RedirectOption = Exclude<LinkOption, NamesWith<'isInternal'>>

function isForVisitors(name: LinkOption): name is RedirectOption {
  return !definitionOf(name).isInternal
}

/** The texts among the options in which a search looks. */
export const searchedOptions = linkOptions.filter((name) => definitionOf(name).isSearched) as NamesWith<'isSearched'>[]

/** The options of a link whose owner has set none. */
export const defaultOptions = readOptions(() => null)

/** Reads each option by a function that knows its kind. An option without a value has its default. */
export function readOptions(
  read: (name: LinkOption, kind: OptionKind) => OptionValueOf[OptionKind],
): Readonly<LinkOptionValues> {
  const entries = linkOptions.map((name) => {
    const { kind, default: value = null } = definitionOf(name)
    return [name, read(name, kind) ?? value]
  })
  return Object.fromEntries(entries) as LinkOptionValues
}

/** The options that an input has, except addresses, which `LinkRules` parses. Null and a blank text clear an option. */
export function readLinkOptions(input: Given<LinkOptionValues>): Partial<LinkOptionValues> {
  const values: Partial<Record<LinkOption, unknown>> = {}
  for (const name of parsedOptions) {
    const value = input[name]
    if (value !== undefined) values[name] = typeof value === 'string' ? value.trim() || null : value
  }
  return values as Partial<LinkOptionValues>
}

const parsedOptions = linkOptions.filter((name) => definitionOf(name).kind !== 'address')

/** The name of the column of a property: `expiresAt` is in `expires_at`. */
export function toColumnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The columns of the options of a link or of a row. */
export function toOptionColumns(values: Readonly<LinkOptionValues>): object {
  const columns: Record<string, unknown> = {}
  for (const [name, column] of columnNames) columns[column] = values[name]
  return columns
}

const columnNames = linkOptions.map((name) => [name, toColumnName(name)] as const)
