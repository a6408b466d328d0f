console.log("OUT", process.version, process.argv.slice(2).join("|"));
