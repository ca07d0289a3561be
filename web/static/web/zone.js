// Offers the browser's time zone to an account that is in UTC, until its owner says to keep that.
const offer = document.querySelector("[data-offer=zone]");
const KEPT = `utc ${document.body.dataset.person}`; // in localStorage
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (offer && zone && zone !== "UTC" && !localStorage.getItem(KEPT)) {
  offer.elements.time_zone.value = zone;
  offer.querySelector("b").textContent = zone;
  offer.querySelector("[type=button]").addEventListener("click", () => {
    localStorage.setItem(KEPT, "1");
    offer.hidden = true;
  });
  offer.hidden = false;
}
