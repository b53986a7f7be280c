import './print.css'

// The address of a page stands on its paper (print.css), and browsers do not always print it.
addEventListener('beforeprint', () => {
  const screen = document.getElementById('screen')
  if (screen) screen.dataset.address = location.href
})
