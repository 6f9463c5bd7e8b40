// Names that tools for driving browsers leave on the window and the document, and that no page uses itself.

const NAMES =
  /^(__?\$?(playwright|pw[A-Z_]|puppeteer|selenium|webdriver|driver_|fxdriver|nightmare|phantom|lastWatir)|\$?cdc_[a-z\d]|\$chrome_async|call(ed)?(Selenium|Phantom)|_Selenium|_WEBDRIVER|domAutomation|awesomium|CefSharp|Cypress$|wdioElectron)/;

/** The names found, at most 20, each cut to 60 characters. */
export function automationGlobals(): string[] {
  // Selenium and its kind also mark the root element.
  const marks = document.documentElement.getAttributeNames().filter((name) => /^(selenium|(web)?driver)$/.test(name));
  return [window, document]
    .flatMap(Object.getOwnPropertyNames)
    .filter((name) => NAMES.test(name))
    .concat(marks)
    .slice(0, 20)
    .map((name) => name.slice(0, 60));
}
