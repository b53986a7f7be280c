declare module 'virtual:texts/*' {
  const texts: import('@lingui/core').Messages
  // biome-ignore lint/style/noDefaultExport: It has the form of a JSON module.
  export default texts
}
