import { Arg, Args, ArgsType, Field, Int, Mutation, ObjectType, Query, Resolver, Subscription } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { Access, Open } from '../../src/access/marks.ts'
import { type FailureClass, refusal } from '../../src/base/failure.ts'
import { InvalidParams, RateLimited } from '../../src/base/failures.ts'
import { Mailbox } from '../../src/graphql/live/mailbox.ts'
import { Fails, GraphOnly } from '../../src/graphql/marks.ts'
import { operationsOf, UndeclaredOperation } from '../../src/graphql/operations.ts'
import type { ResolverClass } from '../../src/graphql/resolver-instances.ts'
import { buildGraph } from '../../src/graphql/schema.ts'
import { Rest } from '../../src/rest/mark.ts'
import { restOperationsOf } from '../../src/rest/operations.ts'
import { restOf } from '../../src/rest/rest.ts'

/** What the app does with its resolvers before it listens. */
const boot = (...resolvers: ResolverClass[]) => restOf(buildGraph(resolvers))

const type = () => Int
const id = () => String

@Resolver()
class Sound {
  @Rest('GET /things/{id}', 200)
  @Open()
  @Query(type)
  thing(@Arg('id', id) _id: string): number {
    return 1
  }
}

describe('boot takes', () => {
  it('operations that say all there is to know', async () => {
    const { operations, documents } = await boot(Sound)
    expect(operations.map(({ name, pathArguments }) => [name, pathArguments])).toEqual([['thing', ['id']]])
    expect([...documents.keys()]).toEqual(['thing'])
  })

  it('two methods on one path, and paths of which one could be read as the other', async () => {
    @Resolver()
    class Neighbours {
      @Rest('PATCH /things/{id}', 200)
      @Open()
      @Mutation(type)
      changeThing(@Arg('id', id) _id: string): number {
        return 1
      }

      @Rest('PATCH /things/all', 200)
      @Open()
      @Mutation(type)
      changeThings(): number {
        return 2
      }
    }
    const { operations } = await boot(Sound, Neighbours)
    expect(operations.map(({ name }) => name).toSorted()).toEqual(['changeThing', 'changeThings', 'thing'])
  })
})

describe('boot refuses', () => {
  const refusing = (...resolvers: ResolverClass[]) => expect(boot(...resolvers)).rejects

  it('an operation that wears neither @Access nor @Open', async () => {
    @Resolver()
    class Undeclared {
      @Query(type)
      open(): number {
        return 1
      }
    }
    await refusing(Undeclared).toThrow(new UndeclaredOperation('open wears neither @Access nor @Open.'))
  })

  it('a mutation among declared queries that wears neither', async () => {
    @Resolver()
    class HalfDeclared {
      @Mutation(type)
      forgotten(): number {
        return 1
      }
    }
    await refusing(Sound, HalfDeclared).toThrow(/^forgotten wears neither/)
  })

  it('a subscription that wears neither', async () => {
    @Resolver()
    class Live {
      @Subscription(type, { subscribe: () => new Mailbox<number>(() => undefined) })
      heard(): number {
        return 1
      }
    }
    await refusing(Sound, Live).toThrow(/^heard wears neither/)
  })

  it('a @Rest path that names an unknown argument', async () => {
    @Resolver()
    class Misnamed {
      @Rest('GET /others/{otherId}', 200)
      @Open()
      @Query(type)
      other(@Arg('id', id) _id: string): number {
        return 1
      }
    }
    await refusing(Misnamed).toThrow(
      new UndeclaredOperation('other names {otherId} in its path and has no such argument.'),
    )
  })

  it('two operations on one method and path', async () => {
    @Resolver()
    class Doubled {
      @Rest('GET /doubled', 200)
      @Open()
      @Query(type)
      first(): number {
        return 1
      }

      @Rest('GET /doubled', 200)
      @Open()
      @Query(type)
      second(): number {
        return 2
      }
    }
    await refusing(Doubled).toThrow(/^second and first both answer to GET \/doubled\.$/)
  })

  it('two paths that differ only in the names of their arguments', async () => {
    @Resolver()
    class Renamed {
      @Rest('GET /things/{thingId}', 200)
      @Access('read:links')
      @Query(type)
      sameThing(@Arg('thingId', id) _id: string): number {
        return 1
      }
    }
    await refusing(Sound, Renamed).toThrow(/both answer to GET \/things\/\{\}\.$/)
  })

  it('a REST result that may be null', async () => {
    @Resolver()
    class Nullable {
      @Rest('GET /perhaps', 200)
      @Open()
      @Query(type, { nullable: true })
      perhaps(): number | null {
        return null
      }
    }
    await refusing(Nullable).toThrow(/^perhaps may answer null; over REST/)
  })

  it('a @Fails that names a class without a resolution', () => {
    class Homemade extends Error {
      static readonly kind = { code: 'HOMEMADE', status: 400, when: '', resolution: '' }
    }
    @Resolver()
    class Careless {
      @Open()
      @Fails(Homemade as FailureClass)
      @Query(type)
      careless(): number {
        return 1
      }
    }
    expect(() => operationsOf(buildGraph([Careless]))).toThrow(
      /^careless declares Homemade, which has no resolution\.$/,
    )
  })
})

describe('a failure class', () => {
  const kind = { status: 400, when: 'Never.', resolution: 'Do nothing.' }

  it('is refused where it is written when it has no resolution text', () => {
    for (const resolution of ['', '  ', '\n']) {
      expect(() => refusal({ ...kind, code: 'SILENT', resolution })).toThrow('SILENT has no resolution text')
    }
  })

  it('is refused where it is written when another has its code', () => {
    const { code } = InvalidParams.kind
    expect(() => refusal({ ...kind, code })).toThrow(`Two failure classes claim the code ${code}`)
  })
})

describe('the marks', () => {
  @ObjectType()
  class Thing {
    @Field(type)
    shown!: number

    @GraphOnly()
    @Field(type)
    hidden!: number
  }

  @ArgsType()
  class ThingArgs {
    @Field(id)
    id!: string
  }

  @Resolver(() => Thing)
  class Marked {
    @Rest('GET /marked/{id}', 200)
    @Access('read:profile')
    @Query(() => Thing)
    marked(@Args(() => ThingArgs) _wish: ThingArgs): Thing {
      return { shown: 1, hidden: 2 }
    }

    @Open()
    @Query(type)
    graphsOnly(): number {
      return 1
    }
  }

  it('imply the refusals that access and arguments bring with them', () => {
    const [marked, graphsOnly] = operationsOf(buildGraph([Marked]))
    const codes = (fails: readonly FailureClass[] = []) => fails.map(({ kind }) => kind.code).toSorted()
    expect(codes(marked?.fails)).toEqual([
      'API_KEY_EXPIRED',
      'API_KEY_NOT_ACCEPTED',
      'API_KEY_REVOKED',
      'INSUFFICIENT_SCOPE',
      'INVALID_PARAMS',
      'INVALID_TOKEN',
      'RATE_LIMITED',
      'TOKEN_EXPIRED',
      'UNAUTHENTICATED',
    ])
    expect(graphsOnly?.fails).toEqual([RateLimited])
  })

  it('cut from the REST face what is for graph clients only', async () => {
    const { face, operations } = await boot(Marked)
    expect(operations.map(({ name }) => name)).toEqual(['marked'])
    expect(Object.keys(face.getQueryType()?.getFields() ?? {})).toEqual(['marked'])
    const thing = face.getType('Thing')
    expect(thing && 'getFields' in thing && Object.keys(thing.getFields())).toEqual(['shown'])
    expect(restOperationsOf(face).map(({ name }) => name)).toEqual(['marked'])
  })
})
