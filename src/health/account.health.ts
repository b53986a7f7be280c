import { Field, Int, ObjectType } from 'type-graphql'
import { InvalidParams } from '../base/failures.ts'
import type { Context } from '../graphql/context.ts'
import { countUnreachable } from './alerts.ts'
import type { UpdateLinkHealthArgs } from './args.ts'

@ObjectType('LinkHealthSetting', { description: 'Whether the destinations of the links of an account are watched.' })
export class LinkHealthSetting {
  @Field(() => Boolean, {
    description: 'Whether those of all links are, but for links with a setting of their own. Off until switched on.',
  })
  isOn!: boolean

  @Field(() => Int, { description: 'How many destinations cannot be reached now.' })
  unreachable!: number
}

/** Whether all of the caller's links are watched. */
export class AccountHealth {
  async get(context: Context): Promise<LinkHealthSetting> {
    const { em } = context
    const [setting] = await em.execute<{ isOn: boolean }[]>(settingSql, [context.accountId])
    return { isOn: setting?.isOn ?? false, unreachable: await countUnreachable(em, context.accountId) }
  }

  /** Links that are there follow in the background, the newest first. Absence leaves it as it is. */
  async update(context: Context, { isOn }: UpdateLinkHealthArgs): Promise<LinkHealthSetting> {
    if (isOn === null) throw InvalidParams.of('isOn', 'must not be null')
    const wish = [context.accountId, isOn, isOn, context.now()]
    if (isOn !== undefined) await context.em.transactional((em) => em.execute(setSql, wish))
    return this.get(context)
  }
}

const settingSql = 'select is_on as "isOn" from health_account where owner_id = ?'

const setSql = `
  insert into health_account (owner_id, is_on, settles_before, updated_at)
  values (?, ?, case when ? then 'infinity'::timestamptz end, ?::timestamptz)
  on conflict (owner_id) do update
     set is_on = excluded.is_on, settles_before = 'infinity', updated_at = excluded.updated_at
   where health_account.is_on <> excluded.is_on`
