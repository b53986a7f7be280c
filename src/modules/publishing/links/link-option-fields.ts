import { Property } from '@mikro-orm/decorators/legacy'
import { IsIn, Min } from 'class-validator'
import { Field, InputType, Int } from 'type-graphql'
import { IsHumanText, TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { IsDestination } from './rules/destination-rules.ts'
import type { OptionDefinition, OptionKind } from './rules/link-option-table.ts'
import {
  defaultOptions,
  definitionOf,
  type LinkOption,
  type LinkOptionInputs,
  type LinkOptionValues,
  linkOptions,
} from './rules/link-options.ts'

interface KindOfField {
  readonly column: { readonly type: string; readonly length?: number }
  readonly type: () => object
  readonly checks: (option: OptionDefinition) => PropertyDecorator[]
}

const kinds: Readonly<Record<OptionKind, KindOfField>> = {
  date: { column: { type: 'timestamptz', length: 6 }, type: () => Date, checks: () => [] },
  number: { column: { type: 'integer' }, type: () => Int, checks: ({ minimum = 0 }) => [Min(minimum)] },
  choice: { column: { type: 'integer' }, type: () => Int, checks: ({ choices = [] }) => [IsIn([...choices])] },
  boolean: { column: { type: 'boolean' }, type: () => Boolean, checks: () => [] },
  text: {
    column: { type: 'text' },
    type: () => String,
    checks: ({ maxLength = 0, mayBeBlank, isMultiline = false }) => [
      IsHumanText({ isOneLine: !isMultiline }),
      TrimmedLength(mayBeBlank ? 0 : 1, maxLength),
    ],
  },
  address: { column: { type: 'text' }, type: () => Url, checks: ({ maxLength = 0 }) => [IsDestination(maxLength)] },
}

/** Adds the columns and the fields of the options to the class of links, after its own. */
export function HasOptions(): ClassDecorator {
  return ({ prototype }) => {
    for (const name of linkOptions) {
      const { kind, about: description, default: value } = definitionOf(name)
      const isNullable = value === undefined
      Property({ ...kinds[kind].column, ...(isNullable ? { nullable: true } : { default: value }) })(prototype, name)
      Field(kinds[kind].type, { nullable: isNullable, description })(prototype, name)
    }
  }
}

abstract class NewNode extends Node {
  constructor() {
    super()
    Object.assign(this, defaultOptions)
  }
}

/** The base class of links: a new one has the defaults of its options. */
export const NodeWithOptions = NewNode as abstract new () => Node & LinkOptionValues

/** The base class of an input with these options. Null is like an absent option. */
export function optionInputs<Name extends LinkOption>(
  names: readonly Name[],
): abstract new () => Pick<LinkOptionInputs, Name> {
  @InputType()
  abstract class OptionInputs {}

  for (const name of names) {
    const option = definitionOf(name)
    const { kind, about, aboutInput: description = about, default: defaultValue } = option
    const isFixed = defaultValue !== undefined
    for (const check of kinds[kind].checks(option)) check(OptionInputs.prototype, name)
    Field(kinds[kind].type, { description, ...(isFixed ? { defaultValue } : { nullable: true }) })(
      OptionInputs.prototype,
      name,
    )
  }
  return OptionInputs as never
}
