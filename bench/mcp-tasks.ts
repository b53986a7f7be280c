/** Calls a tool. Throws for a result that is an error. */
// biome-ignore lint/suspicious/noExplicitAny: a task reads what it needs of a result.
export type CallTool = (name: string, args?: Record<string, unknown>) => Promise<any>

/** What a person asks of an agent, and the calls with which a scripted agent does it. True if it was done. */
export interface Task {
  readonly ask: string
  run(call: CallTool): Promise<boolean>
}

const find = async (call: CallTool, args: Record<string, unknown>) => (await call('tack_find_links', args)).urls
const linkOf = async (call: CallTool, search: string) => (await find(call, { search })).nodes[0]
const readLink = async (call: CallTool, id: string) => (await call('tack_get_link', { id })).url
const save = (call: CallTool, args: Record<string, unknown>) => call('tack_save_link', args)
const folderIdOf = async (call: CallTool, name: string) =>
  (await call('tack_whoami')).folders.nodes.find((each: { name: string }) => each.name === name).id
const destinations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ destination: `https://example.com/shop/${index}` }))
/** The error of a call that is refused, as a JSON object. */
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'NONE', resolution: '', details: [] as { field: string }[] }),
    (error: Error) => JSON.parse(error.message) as { code: string; resolution: string; details?: { field: string }[] },
  )

const task = (ask: string, run: Task['run']): Task => ({ ask, run })

/** Finds a link and changes it. */
const change = (
  ask: string,
  search: string,
  changes: Record<string, unknown>,
  field: string,
  expected: unknown,
): Task =>
  task(ask, async (call) => {
    const { id } = await linkOf(call, search)
    await save(call, { change: [{ id, ...changes }] })
    return JSON.stringify((await readLink(call, id))[field]) === JSON.stringify(expected)
  })

/** Finds out why a link does not work. */
const explain = (ask: string, search: string, isReason: (link: Record<string, unknown>) => boolean): Task =>
  task(ask, async (call) => isReason(await readLink(call, (await linkOf(call, search)).id)))

export const tasks: readonly Task[] = [
  task('What is there?', async (call) => (await call('tack_whoami')).folders.totalCount >= 2),
  task('Which folders do I have?', async (call) => Boolean(await folderIdOf(call, 'Posters'))),
  task('Find last month’s best poster', async (call) => {
    const folderId = await folderIdOf(call, 'Posters')
    const { accountAnalytics } = await call('tack_get_clicks', { folderId, interval: 'LAST_30D' })
    return accountAnalytics.topLinks[0].url.title === 'Poster Berlin'
  }),
  task('Shorten ten addresses into the folder Posters', async (call) => {
    const folderId = await folderIdOf(call, 'Posters')
    const { createUrls } = await save(call, { create: destinations(10).map((each) => ({ ...each, folderId })) })
    return createUrls.summary.succeeded === 10
  }),
  task(
    'Shorten this',
    async (call) => (await save(call, { create: destinations(1) })).createUrls.results[0].url.shortUrl !== '',
  ),
  task('Shorten this as summer-sale', async (call) => {
    const { createUrls } = await save(call, { create: [{ destination: 'https://example.com/s', code: 'summer-sale' }] })
    return createUrls.results[0].url.shortUrl.endsWith('/summer-sale')
  }),
  task('The alias is taken: use a free one', async (call) => {
    const item = { destination: 'https://example.com/s', code: 'taken' }
    const { error } = (await save(call, { create: [item] })).createUrls.results[0]
    const [code] = error.details[0].suggestions
    return (await save(call, { create: [{ ...item, code }] })).createUrls.summary.succeeded === 1
  }),
  task(
    'Shorten twenty-five addresses',
    async (call) => (await save(call, { create: destinations(25) })).createUrls.summary.succeeded === 25,
  ),
  task('Shorten it until New Year', async (call) => {
    const create = [{ destination: 'https://example.com/x', expiresAt: '2099-01-01T00:00:00Z' }]
    const { id } = (await save(call, { create })).createUrls.results[0].url
    return (await readLink(call, id)).expiresAt === '2099-01-01T00:00:00.000Z'
  }),
  task('Shorten it for 100 clicks', async (call) => {
    const { id } = (await save(call, { create: [{ destination: 'https://example.com/x', clickLimit: 100 }] }))
      .createUrls.results[0].url
    return (await readLink(call, id)).clickLimit === 100
  }),
  task('Shorten it with a campaign', async (call) => {
    const create = [{ destination: 'https://example.com/x', utmSource: 'mail', utmCampaign: 'may' }]
    const { id } = (await save(call, { create })).createUrls.results[0].url
    return (await readLink(call, id)).utmCampaign === 'may'
  }),
  task('Shorten it with a password', async (call) => {
    const { id } = (await save(call, { create: [{ destination: 'https://example.com/x', password: 'a long word' }] }))
      .createUrls.results[0].url
    return (await readLink(call, id)).hasPassword
  }),
  task('Shorten two, of which one is no address', async (call) => {
    const { createUrls } = await save(call, {
      create: [{ destination: 'https://example.com/ok' }, { destination: 'http://127.0.0.1/' }],
    })
    return createUrls.summary.failed === 1 && createUrls.results[1].error.resolution !== ''
  }),
  change(
    'Change where the link Menu leads',
    'Menu',
    { destination: 'https://example.org/menu' },
    'destination',
    'https://example.org/menu',
  ),
  change('Rename the link Old name', 'Old name', { title: 'New name' }, 'title', 'New name'),
  change('Switch the link Off me off', 'Off me', { isActive: false }, 'isActive', false),
  change('Switch the link Sleeping on', 'Sleeping', { isActive: true }, 'isActive', true),
  change('Remove the end of the link Ends', 'Ends', { expiresAt: null }, 'expiresAt', null),
  change('Note who asked for the link Noted', 'Noted', { note: 'Asked by Bo' }, 'note', 'Asked by Bo'),
  change('Give the link Limited 500 clicks', 'Limited', { clickLimit: 500 }, 'clickLimit', 500),
  task('Move the link Stray into Posters', async (call) => {
    const folderId = await folderIdOf(call, 'Posters')
    const { id } = await linkOf(call, 'Stray')
    await save(call, { change: [{ id, folderId }] })
    return (await readLink(call, id)).folder.name === 'Posters'
  }),
  task('Move all links of Flyers into Posters', async (call) => {
    const { folders } = await call('tack_whoami')
    const idOf = (name: string) => folders.nodes.find((each: { name: string }) => each.name === name).id
    const { nodes } = await find(call, { folderId: idOf('Flyers'), first: 25 })
    const moved = nodes.map(({ id }: { id: string }) => ({ id, folderId: idOf('Posters') }))
    return (await save(call, { change: moved })).updateUrls.summary.succeeded === nodes.length
  }),
  task('Undo it: where did Undo lead before?', async (call) => {
    const { id, destination } = await linkOf(call, 'Undo')
    await save(call, { change: [{ id, destination: 'https://example.org/wrong' }] })
    await save(call, { change: [{ id, destination }] })
    return (await readLink(call, id)).destination === destination
  }),
  explain(
    'Why does the link Expired not work?',
    'Expired',
    ({ expiresAt }) => Date.parse(String(expiresAt)) < Date.now(),
  ),
  explain('Why does the link Asleep not work?', 'Asleep', ({ isActive }) => isActive === false),
  explain('Why does the link Later not work?', 'Later', ({ startsAt }) => Date.parse(String(startsAt)) > Date.now()),
  explain(
    'Why does the link Used up not work?',
    'Used up',
    ({ clickLimit, currentClicks }) => clickLimit === currentClicks,
  ),
  explain('Why do phones go elsewhere on Ruled?', 'Ruled', ({ rules }) => (rules as { kind: string }[]).length === 1),
  explain('Does the link Locked need a password?', 'Locked', ({ hasPassword }) => hasPassword === true),
  task('Which links are off?', async (call) => (await find(call, { state: 'INACTIVE' })).totalCount >= 1),
  task('Which links have expired?', async (call) => (await find(call, { state: 'EXPIRED' })).totalCount >= 1),
  task(
    'Which link was clicked most?',
    async (call) => (await find(call, { sort: 'CLICKS_DESC', first: 1 })).nodes[0].title === 'Poster Berlin',
  ),
  task(
    'Which links have never been clicked?',
    async (call) => (await find(call, { sort: 'CLICKS_ASC', first: 1 })).nodes[0].currentClicks === 0,
  ),
  task(
    'What did I create today?',
    async (call) =>
      (await find(call, { createdFrom: new Date(Date.now() - 86_400_000).toISOString() })).totalCount > 10,
  ),
  task('Read on to the second page', async (call) => {
    const { pageInfo, nodes } = await find(call, { first: 10 })
    return (await find(call, { first: 10, after: pageInfo.endCursor })).nodes[0].id !== nodes[0].id
  }),
  task('How many clicks do I have?', async (call) => (await call('tack_get_clicks')).accountAnalytics.totalClicks >= 3),
  task('How many clicks had Poster Berlin this week?', async (call) => {
    const { id } = await linkOf(call, 'Poster Berlin')
    return (await call('tack_get_clicks', { urlId: id, interval: 'LAST_7D' })).clickAnalytics.totalClicks === 3
  }),
  task('When was it clicked?', async (call) => {
    const { id } = await linkOf(call, 'Poster Berlin')
    const { timeseries } = (await call('tack_get_clicks', { urlId: id, interval: 'LAST_24H' })).clickAnalytics
    return timeseries.some(({ clicks }: { clicks: number }) => clicks > 0)
  }),
  task(
    'From where did they come?',
    async (call) => (await call('tack_get_clicks')).accountAnalytics.referrerStats.length > 0,
  ),
  task('On which devices?', async (call) => (await call('tack_get_clicks')).accountAnalytics.deviceStats.length > 0),
  task(
    'How many clicks had I last year?',
    async (call) =>
      (await call('tack_get_clicks', { from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z' })).accountAnalytics
        .totalClicks === 0,
  ),
  task(
    'Ask in plain words',
    async (call) =>
      (await call('tack_ask', { question: 'Which link had the most clicks this week?' })).askAnalytics.answer.length >
      5,
  ),
  task(
    'Draw the QR code of Menu',
    async (call) =>
      (await call('tack_make_qr', { id: (await linkOf(call, 'Menu')).id })).urlQr.mediaType === 'image/png',
  ),
  task(
    'Draw it for print',
    async (call) =>
      (await call('tack_make_qr', { id: (await linkOf(call, 'Menu')).id, format: 'SVG' })).urlQr.mediaType ===
      'image/svg+xml',
  ),
  task('What needs attention?', async (call) => Boolean((await call('tack_watch')).linkHealth)),
  task('What would go if I delete Trash?', async (call) => {
    const { id } = await linkOf(call, 'Trash')
    const { results } = (await call('tack_delete_links', { ids: [id] })).deleteUrls
    return results[0].status === 'UNCHANGED' && (await readLink(call, id)).id === id
  }),
  task('Delete Waste', async (call) => {
    const { id } = await linkOf(call, 'Waste')
    await call('tack_delete_links', { ids: [id] })
    await call('tack_delete_links', { ids: [id], dryRun: false })
    return (await refusal(call('tack_get_link', { id }))).code === 'LINK_NOT_FOUND'
  }),
  task('Make a page with two links', async (call) => {
    const { createBioPage } = await call('tack_save_bio_page', { slug: 'bench-page', title: 'Ada' })
    const blocks = ['A', 'B'].map((title) => ({ type: 'LINK', title, url: `https://example.com/${title}` }))
    const { publishBioPage } = await call('tack_save_bio_page', { id: createBioPage.id, blocks, publish: true })
    return publishBioPage.isPublished
  }),
  task('Import a list, but only look first', async (call) => {
    const content = 'url,title\nhttps://example.com/i1,One\nhttps://example.com/i2,Two\n'
    return (await call('tack_import_links', { source: 'CSV', content })).createImport.dryRun
  }),
  task('A wrong argument says what is right', async (call) => {
    const { details } = await refusal(call('tack_find_links', { query: 'x' }))
    return details?.[0]?.field === 'query'
  }),
]
