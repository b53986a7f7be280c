import { Int, Query, Resolver } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { Access, Open } from '../../src/access/marks.ts'
import { UndeclaredOperation } from '../../src/graphql/operations.ts'
import type { ResolverClass } from '../../src/graphql/resolver-instances.ts'
import { buildGraph } from '../../src/graphql/schema.ts'
import { Rest } from '../../src/rest/mark.ts'
import { restOf } from '../../src/rest/rest.ts'

const type = () => Int

describe('boot refuses', () => {
  const refusing = (...resolvers: ResolverClass[]) => expect(restOf(buildGraph(resolvers))).rejects

  it('another form of an answer for which nobody asks there, or for which somebody else may ask', async () => {
    const also = (path: string) => ({ media: ['text/plain'], alsoAt: path })
    @Resolver()
    class Lost {
      @Rest('GET /lost', 200, also('/nowhere'))
      @Open()
      @Query(type)
      lost(): number {
        return 1
      }
    }
    @Resolver()
    class Wider {
      @Rest('GET /guarded', 200)
      @Access('read:links')
      @Query(type)
      guarded(): number {
        return 1
      }

      @Rest('GET /wider', 200, also('/guarded'))
      @Open()
      @Query(type)
      wider(): number {
        return 1
      }
    }
    await refusing(Lost).toThrow(new UndeclaredOperation('lost cannot answer at /nowhere as well.'))
    await refusing(Wider).toThrow(new UndeclaredOperation('wider cannot answer at /guarded as well.'))
  })

  it('an answer for every cache that is not the same for everybody, or no read', async () => {
    @Resolver()
    class Own {
      @Rest('GET /own', 200, { maxAgeSeconds: 60 })
      @Access('read:links')
      @Query(type)
      own(): number {
        return 1
      }
    }
    @Resolver()
    class Written {
      @Rest('POST /written', 200, { maxAgeSeconds: 60 })
      @Open()
      @Query(type)
      written(): number {
        return 1
      }
    }
    const why = 'may be kept by any cache and is not an open read.'
    await refusing(Own).toThrow(new UndeclaredOperation(`own ${why}`))
    await refusing(Written).toThrow(new UndeclaredOperation(`written ${why}`))
  })
})
