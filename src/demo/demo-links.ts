/** What the museum of the demo has. The first link belongs to the campaign, the second one to the unusual hour. */
interface DemoLink {
  readonly code: string
  readonly title: string
  readonly destination: string
  readonly folder: string
  readonly tags: readonly string[]
  /** How often it is opened, compared with others. */
  readonly weight: number
  /** Which part of the visitors scans its QR code, from 0 to 1. */
  readonly scanShare: number
}

export const demoTags = [
  ['exhibition', 'purple'],
  ['families', 'yellow'],
  ['newsletter', 'blue'],
  ['poster', 'red'],
  ['press', 'gray'],
  ['social', 'pink'],
  ['tickets', 'green'],
] as const

export const demoQrCodes = [
  { title: 'Entrance: what is on today', targetUrl: 'https://museum.example/today', weight: 9 },
  { title: 'Room 4: listen to the curator', targetUrl: 'https://museum.example/audio-guide/room-4', weight: 5 },
  { title: 'Ticket: way home by train', targetUrl: 'https://museum.example/visit/trains', weight: 3 },
] as const

/** Code, title, path of the destination, folder, tags, weight, and whether posters have its QR code. */
type Row = readonly [string, string, string, string, readonly (typeof demoTags)[number][0][], number, boolean]

const rows: readonly Row[] = [
  ['spring', 'Spring exhibition', '2026/spring', 'Campaigns', ['newsletter', 'exhibition'], 30, false],
  ['night', 'Long night of museums', 'events/long-night', 'Campaigns', ['exhibition'], 14, true],
  ['tickets', 'Tickets', 'tickets', 'Website', ['tickets'], 26, true],
  ['plan-your-visit', 'Plan your visit', 'visit', 'Website', [], 15, false],
  ['letters', 'Letters from Paris', '2026/letters-from-paris', 'Campaigns', ['exhibition'], 12, true],
  ['kids', 'Family Sundays', 'families/sundays', 'Campaigns', ['families'], 11, true],
  ['audio', 'Audio guide', 'audio-guide', 'In the house', [], 10, true],
  ['map', 'Map of the house', 'map', 'In the house', [], 9, true],
  ['newsletter', 'Subscribe to the newsletter', 'newsletter', 'Website', ['newsletter'], 8, false],
  ['membership', 'Become a member', 'members', 'Website', ['tickets'], 7, false],
  ['cafe', 'Menu of the café', 'cafe/menu', 'In the house', [], 7, true],
  ['shop', 'Museum shop', 'shop', 'Website', ['tickets'], 6, false],
  ['catalogue', 'Catalogue of the spring exhibition', 'shop/catalogue-spring', 'Campaigns', ['exhibition'], 5, false],
  ['school', 'Workshops for schools', 'education/schools', 'Education', ['families'], 5, false],
  ['guided-tours', 'Guided tours', 'tours', 'Education', ['tickets'], 5, false],
  ['jobs-museum', 'Work with us', 'about/jobs', 'Website', [], 4, false],
  ['press-kit', 'Press images of the spring exhibition', 'press/spring', 'Press', ['press'], 4, false],
  ['press-night', 'Press release: long night', 'press/long-night', 'Press', ['press'], 3, false],
  ['lecture-monet', 'Lecture: Monet and the river', 'events/lecture-monet', 'Education', ['exhibition'], 3, false],
  ['concert', 'Concert in the courtyard', 'events/concert', 'Campaigns', ['tickets'], 3, true],
  ['poster-a', 'Poster: underground', '2026/spring?poster=underground', 'Posters', ['poster'], 8, true],
  ['poster-b', 'Poster: bus stops', '2026/spring?poster=bus', 'Posters', ['poster'], 6, true],
  ['poster-c', 'Poster: university', '2026/spring?poster=university', 'Posters', ['poster'], 4, true],
  ['flyer-cafes', 'Flyer in cafés', '2026/spring?flyer=cafes', 'Posters', ['poster'], 3, true],
  ['insta', 'Link in the profile', 'links', 'Social media', ['social'], 9, false],
  ['reel-restoration', 'Video: how we restore', 'stories/restoration', 'Social media', ['social'], 6, false],
  ['story-attic', 'Story: what the attic held', 'stories/attic', 'Social media', ['social'], 4, false],
  ['quiz', 'Which painting are you?', 'stories/quiz', 'Social media', ['social', 'families'], 5, false],
  ['podcast', 'Podcast: behind the frame', 'podcast', 'Social media', ['social'], 4, false],
  ['donate', 'Help with the new roof', 'donate', 'Campaigns', [], 4, false],
  ['roof-video', 'Video: the new roof', 'donate/video', 'Social media', ['social'], 2, false],
  ['survey', 'How was your visit?', 'survey', 'In the house', [], 4, true],
  ['wifi-help', 'Wi-Fi for visitors', 'wifi', 'In the house', [], 2, true],
  ['access', 'Access without steps', 'visit/access', 'Website', [], 2, false],
  ['groups', 'Groups and companies', 'visit/groups', 'Education', ['tickets'], 2, false],
  ['rent', 'Rent a room', 'rent', 'Website', [], 1, false],
  ['volunteers', 'Volunteer', 'about/volunteers', 'Website', [], 1, false],
  ['annual-report', 'Annual report 2025', 'about/annual-report', 'Press', ['press'], 1, false],
  ['winter', 'Winter exhibition (ended)', '2025/winter', 'Archive', ['exhibition'], 1, false],
  ['summer-camp', 'Summer camp', 'families/summer-camp', 'Education', ['families'], 2, false],
]

export const demoLinks: readonly DemoLink[] = rows.map(([code, title, path, folder, tags, weight, isOnPosters]) => {
  return {
    code,
    title,
    destination: `https://museum.example/${path}`,
    folder,
    tags,
    weight,
    scanShare: isOnPosters ? 0.7 : 0,
  }
})

export const demoFolders: readonly string[] = [...new Set(demoLinks.map(({ folder }) => folder))]
