// Runs in a worker while the code of an island with amounts is fetched. Chromium reads the data of some 800 languages at the first call of `Intl`, 16 ms
// and four times that on a telephone: here it holds up nothing, and the first amount on the page is written in one.
Intl.NumberFormat.supportedLocalesOf('fr');
close();
