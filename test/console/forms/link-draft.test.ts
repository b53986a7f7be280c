import { readFileSync } from 'node:fs'
import { Kind, parse, print } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ownTitle } from '../../../console/app/addresses.ts'
import { emptyDraft, toCreateInput, toDraft, toUpdateInput } from '../../../console/features/link-form/draft.ts'
import { defaultTitle } from '../../../src/modules/publishing/links/rules/final-destination.ts'

const destination = 'https://museum.example/spring'
const linkOf = (title: string) =>
  ({ ...emptyDraft, destination, title, tags: [], pixels: [], clickLimit: null }) as unknown as Parameters<
    typeof toDraft
  >[0]

describe('the form of a new link', () => {
  it('shows what the service gives a link that does not say it', () => {
    const { definitions } = parse(readFileSync('schema/schema.graphql', 'utf8'))
    const defaults = definitions.flatMap((each) =>
      each.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && each.name.value === 'CreateUrlInput'
        ? (each.fields ?? []).flatMap(({ name, defaultValue }) =>
            defaultValue ? [[name.value, print(defaultValue)] as const] : [],
          )
        : [],
    )
    expect(defaults.length).toBeGreaterThan(3)
    expect(defaults.map(([name]) => [name, String(emptyDraft[name as keyof typeof emptyDraft])])).toEqual(defaults)
  })

  it('sends that parameters are not passed on, also for a copy of such a link', () => {
    const input = { destination, forwardQuery: false }
    expect(toCreateInput({ ...emptyDraft, ...input })).toEqual(input)
    const copy = toDraft({ ...linkOf('museum.example/spring'), forwardQuery: false })
    expect(toCreateInput({ ...copy, code: '' })).toEqual(input)
  })
})

describe('the title of a link', () => {
  it.each([
    destination,
    'http://www.museum.example',
    'https://museum.example/?a=1#top',
    'https://museum.example:8443/a/',
    'https://xn--mnchen-3ya.example/%C3%BC',
    `https://museum.example/${'x'.repeat(300)}`,
  ])('is none while it is what the service made of %s', (address) => {
    expect(ownTitle({ title: defaultTitle(address), destination: address })).toBe('')
    expect(ownTitle({ title: 'Spring', destination: address })).toBe('Spring')
  })

  it('is empty in the form while nobody has given one, and is sent only then', () => {
    const draft = toDraft(linkOf('museum.example/spring'))
    expect(draft.title).toBe('')
    expect(toUpdateInput(draft, draft)).toEqual({})
    expect(toUpdateInput(draft, { ...draft, title: 'Spring' })).toEqual({ title: 'Spring' })
    expect(toCreateInput({ ...draft, code: '' })).toEqual({ destination })
    expect(toCreateInput({ ...draft, code: '', title: 'Spring' })).toMatchObject({ title: 'Spring' })
  })

  it('follows the destination unless somebody has given one', () => {
    const moved = 'https://museum.example/summer'
    const [plain, own] = [toDraft(linkOf('museum.example/spring')), toDraft(linkOf('Spring'))]
    expect(toUpdateInput(plain, { ...plain, destination: moved })).toEqual({ destination: moved, title: null })
    expect(toUpdateInput(own, { ...own, destination: moved })).toEqual({ destination: moved })
    expect(toUpdateInput(own, { ...own, title: '' })).toEqual({ title: null })
  })
})
