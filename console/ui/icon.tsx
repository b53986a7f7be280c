/** Outlines on a grid of 24 by 24, drawn in the colour of the text. */
const outlines = {
  link: 'M9.5 14.5a4.5 4.5 0 0 0 6.8.5l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5M14.5 9.5a4.5 4.5 0 0 0-6.8-.5l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5',
  chart: 'M4 20h16M7 16v-4M12 16V6M17 16V9',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18.5 18.5H20V20',
  ask: 'M12 20.5a8.5 8.5 0 1 0-7.6-4.7L3.5 20.5l4.7-.9a8.5 8.5 0 0 0 3.8.9ZM9.8 9.7a2.3 2.3 0 1 1 3.2 2.1c-.7.3-1 .8-1 1.5M12 16v.2',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  more: 'M5.5 12h.1M12 12h.1M18.5 12h.1',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9.5 6 6 6-6',
  up: 'm6 14.5 6-6 6 6',
  right: 'm9.5 6 6 6-6 6',
  left: 'm14.5 6-6 6 6 6',
  arrow: 'M4.5 12h15M14 6.5l5.5 5.5-5.5 5.5',
  lock: 'M7 10.5h10A2 2 0 0 1 19 12.500v5.500a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5.500a2 2 0 0 1 2-2ZM8 10.500V8a4 4 0 0 1 8 0v2.500',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2',
  pause: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM10 9v6M14 9v6',
  warning: 'M12 4 2.800 19.500h18.400ZM12 10v4M12 16.800v.2',
  folder: 'M3.500 7a2 2 0 0 1 2-2h3.800l2.200 2.500h7a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2Z',
  tag: 'M11.500 4H5a1 1 0 0 0-1 1v6.500a2 2 0 0 0 .6 1.400l6.700 6.700a2 2 0 0 0 2.800 0l5-5a2 2 0 0 0 0-2.800l-6.700-6.700a2 2 0 0 0-.9-.1ZM8 8h.1',
  globe:
    'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM3.500 12h17M12 3.500c5 5 5 12 0 17M12 3.500c-5 5-5 12 0 17',
  branch:
    'M6 20V9M6 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM18 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM18 9c0 5-12 3-12 8',
  image: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 3-3L20 17M9 9.500h.1',
  trash: 'M4.500 7h15M9 7V4.500h6V7M6.500 7l1 12.500h9l1-12.500M10 10.500v5.500M14 10.500v5.500',
  edit: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
  code: 'm8.500 7-5 5 5 5M15.500 7l5 5-5 5',
  download: 'M12 4v11M7 10.500l5 5 5-5M4.500 20h15',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M5 12v8h14v-8',
  filter: 'M4 6h16M7 12h10M10 18h4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  keyboard: 'M3 6.500h18v11H3zM7 10h.1M11 10h.1M15 10h.1M18 10h.1M8 14h8',
  phone:
    'M8.500 3h7a1.500 1.500 0 0 1 1.500 1.500v15a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 7 19.500v-15A1.500 1.500 0 0 1 8.500 3ZM11 18h2',
  speech: 'M4 5h16v11h-9l-4.500 4v-4H4ZM8 9h8M8 12h5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20a7.500 7.500 0 0 1 15 0',
  bolt: 'M13 3 5 13.500h6L10.500 21l8-10.500h-6Z',
  upload: 'M12 16V5M7 9.500l5-5 5 5M4.500 20h15',
} as const

export type IconName = keyof typeof outlines

/** An icon beside a text that says the same. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={outlines[name]} />
    </svg>
  )
}
