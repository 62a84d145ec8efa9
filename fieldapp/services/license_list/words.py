"""The words of license lists: names of columns, names that are no names, species, sexes, statuses."""

from typing import Final

LABELS: Final = {
    "number": "license number", "name": "animal's name", "species": "species", "breed": "breed",
    "breed2": "second breed", "color": "color", "color2": "second color", "sex": "sex",
    "altered": "spayed or neutered", "size": "size", "birth": "date of birth", "microchip": "microchip",
    "owner": "owner's name", "owner_first": "owner's first name", "owner_last": "owner's last name",
    "owner2": "second owner's name", "phone": "phone", "email": "email", "address": "address",
    "unit": "apartment or unit", "town": "town of the address", "state": "state of the address",
    "zip": "ZIP code", "kept_at": "address where kept", "protected": "address protected",
    "issued": "issue date", "ends": "expiry date", "length": "license length", "status": "status",
    "given": "rabies vaccination date", "due": "rabies due date", "rabies_tag": "rabies tag number",
    "product": "rabies vaccine", "vet": "veterinarian", "latitude": "latitude of the address",
    "longitude": "longitude of the address",
}  # fmt: skip
_NAMES: Final = {
    "number": "licensenumber licenseno licensenum licensenbr licensen license licenseid licnum licno lic "
    "petlicensenumber doglicensenumber doglicenseno petlicenseno tagnumber tagno tagnum tag tagid "
    "citytag citytagnumber dogtag dogtagnumber licensetag licensetagnumber pettag pettagnumber "
    "licensetagno registrationnumber licensenumbertag",
    "name": "animalsname animalname dogsname dogname petsname petname nameofdog nameofpet nameofanimal "
    "callname",
    "species": "species animaltype animalspecies pettype typeofanimal typeofpet animalkind speciesname dogorcat",
    "breed": "breed primarybreed breedname dogbreed animalbreed petbreed breed1 breedprimary breedtype",
    "breed2": "secondarybreed breed2 secondbreed breedsecondary crossbreed",
    "color": "color primarycolor dogcolor animalcolor petcolor color1 colors markings colormarkings "
    "colorandmarkings",
    "color2": "secondarycolor color2 secondcolor",
    "sex": "sex gender animalgender animalsex dogsex doggender petsex petgender sexaltered",
    "altered": "altered spayedneutered spayneuter spayedorneutered neutered neuteredspayed neuteredorspayed "
    "sterilized fixed spayedneuteredyn alteredyn isaltered",
    "size": "size dogsize animalsize weightclass",
    "birth": "dob dateofbirth birthdate birthday born birth birthyear animalbirthyear animalbirthmonth "
    "yearofbirth yob animaldob dogdob petdob animalbirthdate dogbirthdate petbirthdate bornon",
    "microchip": "microchip microchipnumber microchipno microchipid chip chipnumber chipno chipid microchipnum",
    "owner": "ownername ownersname owner ownerfullname petowner petownername nameofowner ownername1 owner1 "
    "owner1name primaryowner primaryownername keeper keepername registeredowner",
    "owner_first": "ownerfirstname ownerfirst ownersfirstname owner1firstname firstnameowner",
    "owner_last": "ownerlastname ownerlast ownerslastname owner1lastname lastnameowner ownersurname",
    "owner2": "owner2 owner2name secondowner secondownername coowner coownername ownername2 secondaryowner "
    "jointowner",
    "phone": "phone phonenumber phoneno ownerphone ownersphone ownerphonenumber telephone telephonenumber "
    "homephone primaryphone contactnumber ownertelephone phone1 contactphone",
    "email": "email emailaddress owneremail ownersemail owneremailaddress",
    "address": "address owneraddress ownersaddress streetaddress mailingaddress homeaddress address1 "
    "addressline1 residenceaddress ownerstreet ownerstreetaddress residentialaddress addr "
    "fulladdress",
    "unit": "unit apt apartment aptno unitnumber address2 addressline2 apartmentnumber suite",
    "town": "ownercity addresscity cityname town mailingcity",
    "state": "ownerstate addressstate mailingstate statecode",
    "zip": "zipcode zip ownerzip ownerzipcode postalcode postcode zip5 mailingzip",
    "kept_at": "keptat premises premisesaddress addresswherekept animaladdress dogaddress petaddress "
    "locationofdog locationkept wherekept siteaddress propertyaddress",
    "protected": "addressprotected protectedaddress safeathome confidentialaddress",
    "issued": "issued issuedate dateissued licenseissuedate licenseissueddate issueddate licensedate "
    "licensestart startdate effectivedate validfrom licensestartdate issuedon dateofissue "
    "licenseeffectivedate licensedon",
    "ends": "expiry expirydate expires expirationdate expiration expiredate expiresdate expireson "
    "licenseexpireddate licenseexpirationdate licenseexpiration licenseexpiry licenseexpirydate "
    "licenseexpires expdate licenseexpdate validto validuntil validthrough enddate licenseend "
    "licenseenddate dateexpires dateofexpiry goodthrough expired",
    "length": "licenselength length licenseterm term duration licenseduration licenseperiod termlength",
    "status": "licensestatus tagstatus statusoflicense petstatus",
    "given": "rabiesvaccinationdate rabiesdate vaccinationdate rabiesvaccdate rabiesgiven dateofvaccination "
    "vacdate vaccdate rabiesvacdate rabiesshotdate rabiesvaccinated daterabies "
    "rabiesvaccinationgiven daterabiesvaccination rabiesvaccinedate rabiesshot rabiesdategiven "
    "datevaccinated rabies",
    "due": "rabiesexpiration rabiesexpirationdate rabiesexpires rabiesexpiry rabiesexpirydate rabiesdue "
    "rabiesduedate revacd revacdate revaccinationdate vaccinationexpiration "
    "vaccinationexpirationdate vaccinationdue rabiesexp rabiesexpdate rabiesvaccinationexpiration "
    "rabiesvaccinationexpirationdate rabiesvaccinationexpires nextrabiesdue vaccinationexpires "
    "rabiesvaccexpiration rabiesvalidto rabiesgoodthrough rabiesvaccinationdue",
    "rabies_tag": "rabiestag rabiestagnumber rabiestagno rabiesnumber rabiesno rabiestagnum "
    "rabiescertificatenumber vaccinationtag rabiescertificate",
    "product": "rabiesvaccine rabiesvac vaccine vaccineproduct rabiesproduct vaccinename rabiesvaccinationtype",
    "vet": "vet veterinarian vetname veterinarianname veterinaryclinic clinic vetclinic animalhospital "
    "provider veterinarianclinic rabiesvet",
    "latitude": "latitude lat latitudey gislatitude addresslatitude ownerlatitude premiseslatitude locationlatitude",
    "longitude": "longitude lon lng long longitudex gislongitude addresslongitude ownerlongitude premiseslongitude "
    "locationlongitude",
}  # fmt: skip
_WEAK_NAMES: Final = {
    "name": "name",
    "number": "number no num",
    "species": "type kind animal",
    "status": "status",
    "town": "city",
    "state": "state",
    "owner_first": "firstname first",
    "owner_last": "lastname last surname",
    "kept_at": "location",
    "phone": "cell cellphone mobile",
    "address": "street",
}  # fmt: skip
STRONG: Final = {name: field for field, names in _NAMES.items() for name in names.split()}
WEAK: Final = {name: field for field, names in _WEAK_NAMES.items() for name in names.split()}
NO_NAMES: Final = frozenset((
    "NAMENOTPROVIDED", "NOTPROVIDED", "UNKNOWN", "UNK", "UNKOWN", "NA", "NONE", "NONAME", "NONAMEGIVEN",
    "NONAMEPROVIDED", "NULL", "TBD", "NOTAVAILABLE", "NOTKNOWN", "NOTGIVEN", "NAMEUNKNOWN", "UNKNOWNNAME",
    "UNNAMED", "NOTAPPLICABLE", "NOTSPECIFIED", "NOTLISTED", "NONEGIVEN", "NONELISTED", "NOTENTERED",
    "NOTONFILE", "NIL", "NAN", "PENDING",
))  # fmt: skip
SPECIES: Final = {
    "dog": "dog", "dogs": "dog", "canine": "dog", "k9": "dog", "puppy": "dog", "canis": "dog", "cat": "cat",
    "cats": "cat", "feline": "cat", "kitten": "cat", "ferret": "ferret", "ferrets": "ferret",
    "rabbit": "rabbit", "rabbits": "rabbit", "pig": "pig", "pigs": "pig", "swine": "pig", "hog": "pig",
    "potbellied pig": "pig", "pot bellied pig": "pig", "pot-bellied pig": "pig", "potbelly pig": "pig",
    "mini pig": "pig", "vietnamese potbellied pig": "pig",
}  # fmt: skip
SEXES: Final = {
    "m": "male", "male": "male", "f": "female", "female": "female", "boy": "male", "girl": "female",
    "mn": "male", "nm": "male", "fs": "female", "sf": "female", "mi": "male", "fi": "female",
}  # fmt: skip
ALTERED: Final = {
    "yes": True, "no": False, "y": True, "n": False, "neutered": True, "spayed": True, "altered": True,
    "intact": False, "unaltered": False, "unspayed": False, "unneutered": False, "mn": True, "nm": True,
    "fs": True, "sf": True, "mi": False, "fi": False, "true": True, "false": False, "fixed": True,
    "castrated": True, "sterilized": True, "entire": False, "1": True, "0": False, "s": True, "t": True,
}  # fmt: skip
LIFETIME: Final = frozenset((
    "life", "lifetime", "lifelong", "forlife", "permanent", "never", "neverexpires", "noexpiration",
    "noexpirationdate", "doesnotexpire", "lifeofdog", "lifeofanimal", "lifeofpet", "indefinite",
    "lifetimelicense", "lifetimetag",
))  # fmt: skip
ENDS_TERM: Final = (
    ("deceased", "deceased"), ("died", "deceased"), ("dead", "deceased"), ("euthan", "deceased"),
    ("lost tag", "lost tag"), ("tag lost", "lost tag"), ("revoked", "revoked"), ("void", "void"),
    ("denied", "denied"), ("suspend", "suspended"), ("cancel", "cancelled"), ("surrender", "surrendered"),
    ("transferred", "transferred"), ("left jurisdiction", "moved away"), ("moved", "moved away"),
    ("no longer owns", "owner no longer has it"), ("rehomed", "owner no longer has it"),
    ("withdrawn", "withdrawn"), ("stolen tag", "stolen tag"), ("terminated", "terminated"),
)  # fmt: skip
SAYS_CURRENT: Final = frozenset((
    "current", "active", "valid", "licensed", "ok", "good", "in force",
))  # fmt: skip
SAYS_ENDED: Final = frozenset((
    "expired", "inactive", "lapsed", "not current", "delinquent", "overdue",
))  # fmt: skip
