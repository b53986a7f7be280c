import { Arg, Args, ArgsType, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { Open } from '../../src/platform/auth/authorization.ts'
import {
  Deprecated,
  type Deprecation,
  deprecationOf,
  InvalidDeprecation,
} from '../../src/platform/graphql/deprecation.ts'
import { listOperations } from '../../src/platform/graphql/operations.ts'
import { Price } from '../../src/platform/graphql/price.ts'
import { buildGraphqlSchema } from '../../src/platform/graphql/schema.ts'
import { schema } from '../support/api.ts'

const sound: Deprecation = {
  since: '2026-11-01',
  sunset: '2027-05-01',
  link: 'https://docs.example.com/migrate',
  reason: 'Use another.',
}

/** Starts with one operation that has the decorator. */
function boot(mark: Deprecation) {
  @Resolver()
  class Old {
    @Deprecated(mark)
    @Open()
    @Price('lookup')
    @Query(() => Int)
    old(): number {
      return 1
    }
  }
  return buildGraphqlSchema([Old])
}

describe('the start accepts', () => {
  it('a deprecation that ends on the day it begins', () => {
    const schema = boot({ ...sound, sunset: sound.since })
    expect(schema.getQueryType()?.getFields().old?.deprecationReason).toBe('Use another.')
  })

  it('the service without deprecations', () => {
    const elements = listOperations(schema).flatMap(({ field }) => [field, ...field.args])
    expect(elements.filter((element) => deprecationOf(element))).toEqual([])
  })
})

describe('the start rejects', () => {
  it.each<[string, Partial<Deprecation>, string]>([
    ['a sunset before the deprecation', { sunset: '2026-10-31' }, 'old has a sunset before its deprecation.'],
    ['a day that is none', { since: '2026-02-30' }, 'has an invalid date'],
    ['a day with an hour', { sunset: '2027-05-01T00:00:00Z' }, 'has an invalid date'],
    ['a link over plain http', { link: 'http://docs.example.com/' }, 'has no https link'],
    ['a link that would break out of its header', { link: 'https://e.com/>; rel="next' }, 'has no https link'],
    ['silence about what to use instead', { reason: ' ' }, 'has no reason'],
  ])('%s', (_what, wrong, message) => {
    expect(() => boot({ ...sound, ...wrong })).toThrow(message)
    expect(() => boot({ ...sound, ...wrong })).toThrow(InvalidDeprecation)
  })

  it('the decorator on a required argument', () => {
    @ArgsType()
    class NeededArgs {
      @Deprecated(sound)
      @Field(() => Int)
      needed!: number
    }
    @Resolver()
    class Needy {
      @Open()
      @Price('lookup')
      @Query(() => Int)
      needy(@Args(() => NeededArgs) { needed }: NeededArgs): number {
        return needed
      }
    }
    expect(() => buildGraphqlSchema([Needy])).toThrow('needy(needed) is required and cannot be deprecated.')
  })

  it('the decorator on a required field of an input object', () => {
    @InputType()
    class NeededInput {
      @Deprecated(sound)
      @Field(() => Int)
      needed!: number
    }
    @Resolver()
    class Needy {
      @Open()
      @Price('lookup')
      @Query(() => Int)
      needy(@Arg('input', () => NeededInput) { needed }: NeededInput): number {
        return needed
      }
    }
    expect(() => buildGraphqlSchema([Needy])).toThrow('NeededInput.needed is required and cannot be deprecated.')
  })

  it('a deprecationReason without @Deprecated', () => {
    @ArgsType()
    class HalfArgs {
      @Field(() => Int, { nullable: true, deprecationReason: 'Leave it.' })
      half?: number
    }
    @Resolver()
    class Halves {
      @Open()
      @Price('lookup')
      @Query(() => Int)
      halved(@Args(() => HalfArgs) _input: HalfArgs): number {
        return 1
      }
    }
    @Resolver()
    class Bare {
      @Open()
      @Price('lookup')
      @Query(() => Int, { deprecationReason: 'Leave it.' })
      bare(): number {
        return 1
      }
    }
    expect(() => buildGraphqlSchema([Halves])).toThrow(/^halved\(half\) has a deprecationReason; use @Deprecated/)
    expect(() => buildGraphqlSchema([Bare])).toThrow(/^bare has a deprecationReason; use @Deprecated/)
  })

  it('the decorator on a field of an object type', () => {
    @Open()
    @ObjectType()
    class Thing {
      @Deprecated(sound)
      @Field(() => Int)
      old!: number
    }
    @Resolver()
    class Things {
      @Open()
      @Price('lookup')
      @Query(() => Thing)
      thing(): Thing {
        return { old: 1 }
      }
    }
    expect(() => buildGraphqlSchema([Things])).toThrow('Thing.old is neither an operation nor an input.')
  })
})
