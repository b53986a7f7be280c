import { graphql } from 'graphql'
import { createUnionType, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { Access, AccessByKind, FiltersByAccess, InheritsAccess, Open } from '../../src/platform/auth/authorization.ts'
import { type AuthenticatedCaller, anonymousCaller, type Caller } from '../../src/platform/auth/caller.ts'
import type { Scope } from '../../src/platform/auth/scopes.ts'
import { toGraphSchema } from '../../src/platform/graphql/graph-schema.ts'
import { InvalidOperationDeclaration } from '../../src/platform/graphql/operations.ts'
import type { ResolverClass } from '../../src/platform/graphql/request-types.ts'
import { buildGraphqlSchema } from '../../src/platform/graphql/schema.ts'

const int = () => Int

function callerWith(...scopes: Scope[]): AuthenticatedCaller {
  return {
    kind: 'account',
    accountId: 'acc_1',
    actorId: 'app_1',
    scheme: 'oauth',
    scopes: new Set(scopes),
    workspaces: [],
    memberships: [],
  }
}

/** Runs a document for a caller, and returns the data and the code of each error by its path. */
async function run(resolver: ResolverClass, source: string, caller: Caller) {
  const contextValue = {
    caller,
    resolver: (type: new () => object) => new type(),
    forOperation() {
      return this
    },
  }
  const schema = toGraphSchema(buildGraphqlSchema([resolver]))
  const { data, errors = [] } = await graphql({ schema, source, contextValue })
  const codeOf = (error: unknown) =>
    (error as { constructor: { definition?: { code: string } } }).constructor.definition
  return {
    data: JSON.parse(JSON.stringify(data)),
    refused: Object.fromEntries(errors.map((each) => [each.path?.join('.'), codeOf(each.originalError)?.code])),
  }
}

@Access('read:analytics')
@ObjectType()
class Count {
  @Field(int)
  count!: number
}

@AccessByKind(({ scope }: News) => scope)
@ObjectType()
class News {
  @Field(() => String)
  scope!: Scope
}

@InheritsAccess()
@ObjectType()
class Part {
  @Field(int)
  size!: number
}

const Subject = createUnionType({ name: 'RuleSubject', types: () => [Count, Part] as const })

@Access('read:links')
@ObjectType()
class Parent {
  @Field(() => ID)
  id = '1'

  @Access('read:profile')
  @Field(() => String)
  secret = 'a secret'

  @Field(() => Part)
  part: Part = { size: 3 }

  @Field(() => Count)
  count: Count = { count: 1 }

  @InheritsAccess()
  @Field(() => Count)
  created: Count = { count: 2 }

  @FiltersByAccess()
  @Field(() => [Count])
  counts: Count[] = [{ count: 1 }]

  @Field(() => News)
  one: News = { scope: 'read:profile' }

  @Field(() => [News])
  many: News[] = [{ scope: 'read:links' }, { scope: 'read:profile' }]

  @Field(() => Subject)
  subject: typeof Subject = Object.assign(new Count(), { count: 5 })
}

@Resolver(() => Parent)
class ParentResolver {
  @Access('read:links')
  @Query(() => Parent)
  parent(): Parent {
    return new Parent()
  }
}

const all = `{ parent {
  id secret part { size } count { count } created { count } counts { count } one { scope } many { scope }
  subject { ... on Count { count } } } }`

describe('a guarded schema', () => {
  it('returns everything to a caller with every scope', async () => {
    const { data, refused } = await run(ParentResolver, all, callerWith('read:links', 'read:analytics', 'read:profile'))
    expect([data.parent.count, data.parent.subject, refused]).toEqual([{ count: 1 }, { count: 5 }, {}])
    expect(data.parent.many).toHaveLength(2)
  })

  it('returns 403 at the path of each field whose type or rule needs another scope, and the others', async () => {
    const document = all.replace(/counts \{ count \}|many \{ scope \}/g, '')
    const { data, refused } = await run(ParentResolver, document, callerWith('read:links'))
    expect(refused).toEqual({
      'parent.secret': 'INSUFFICIENT_SCOPE',
      'parent.count': 'INSUFFICIENT_SCOPE',
      'parent.one': 'INSUFFICIENT_SCOPE',
      'parent.subject': 'INSUFFICIENT_SCOPE',
    })
    const nothing = { secret: null, count: null, one: null, subject: null }
    expect(data.parent).toEqual({ id: '1', part: { size: 3 }, created: { count: 2 }, ...nothing })
  })

  it.each(['counts { count }', 'many { scope }'])(
    'returns 403 for %s, which should have been left out',
    async (list) => {
      const { refused } = await run(ParentResolver, `{ parent { ${list} } }`, callerWith('read:links'))
      expect(refused).toEqual({ [`parent.${list.split(' ')[0]}`]: 'INSUFFICIENT_SCOPE' })
    },
  )

  it('returns 401 for a nested field to a caller without a credential', async () => {
    @Resolver(() => Part)
    class OpenResolver {
      @Open()
      @Query(() => Parts)
      parts(): Parts {
        return new Parts()
      }
    }
    @Open()
    @ObjectType()
    class Parts {
      @Field(() => Count)
      count: Count = { count: 1 }
    }
    expect(await run(OpenResolver, '{ parts { count { count } } }', anonymousCaller)).toEqual({
      data: { parts: { count: null } },
      refused: { 'parts.count': 'UNAUTHENTICATED' },
    })
  })
})

describe('the start rejects', () => {
  it('a type without a rule', () => {
    @ObjectType()
    class Forgotten {
      @Field(int)
      size!: number
    }
    @Resolver()
    class ForgottenResolver {
      @Open()
      @Query(() => Forgotten)
      forgotten(): Forgotten {
        return { size: 1 }
      }
    }
    expect(() => buildGraphqlSchema([ForgottenResolver])).toThrow(
      new InvalidOperationDeclaration(
        'The type Forgotten has neither @Access, @AccessByKind, @InheritsAccess nor @Open.',
      ),
    )
  })

  it.each([
    ['another scope', Access('read:links')],
    ['no credential', Open()],
  ])('a query that returns a type with %s', (_rule, decorate) => {
    @Resolver()
    class Leaking {
      @decorate
      @Query(() => [Count])
      leak(): Count[] {
        return []
      }
    }
    expect(() => buildGraphqlSchema([Leaking])).toThrow('leak returns [Count!]! without the rule of that type.')
  })
})
